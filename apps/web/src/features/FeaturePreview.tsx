// What a person will see at a place once there is something in it.
import { useSay } from "../i18n/LanguageContext";
import type { FeaturePlace } from "./places";

export function FeaturePreview({ place }: { place: FeaturePlace }) {
  const say = useSay();
  return (
    <ul className="space-y-2">
      {(["see_1", "see_2", "see_3"] as const).map((item) => (
        <li key={item} className="flex gap-3">
          <span aria-hidden="true" className="mt-2.5 h-[2px] w-3 shrink-0 bg-accent" />
          {say(`${place}.${item}`)}
        </li>
      ))}
    </ul>
  );
}
