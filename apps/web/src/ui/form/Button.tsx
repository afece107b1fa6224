// The page's buttons: one that acts, one that is quiet, one that ends something, and one that is only an icon.
import type { ComponentProps } from "react";
import { Icon, type IconName } from "../Icon";

const SHAPE =
  "inline-flex items-center justify-center gap-2 rounded-md font-medium transition-colors disabled:opacity-60 disabled:cursor-not-allowed";

const KINDS = {
  primary: "bg-action text-on-action hover:bg-action-hover",
  quiet: "border border-line-strong text-ink hover:bg-well",
  danger: "border border-danger bg-danger-soft text-danger hover:bg-well",
} as const;

type ButtonProps = ComponentProps<"button"> & { kind?: keyof typeof KINDS; busy?: boolean };

export function Button({
  kind = "primary",
  busy = false,
  type = "button",
  className = "",
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={rest.disabled ?? busy}
      aria-busy={busy || undefined}
      className={`${SHAPE} min-h-10 px-4 py-2 ${KINDS[kind]} ${className}`}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}

export function IconButton({
  icon,
  label,
  ...rest
}: ComponentProps<"button"> & { icon: IconName; label: string }) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className="inline-flex size-10 items-center justify-center rounded-md text-soft hover:bg-well hover:text-ink"
    >
      <Icon name={icon} />
    </button>
  );
}

function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="size-4 animate-spin rounded-full border-2 border-current border-r-transparent"
    />
  );
}
