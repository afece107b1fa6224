// A box to tick, with room for a finger.

interface CheckProps {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

export function Check({ label, isOn, onChange }: CheckProps) {
  return (
    <label className="inline-flex min-h-10 cursor-pointer items-center gap-2">
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
        className="size-5 accent-action"
      />
      {label}
    </label>
  );
}
