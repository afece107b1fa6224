// The call book: every verdict as it was given, settled by rule. Until it is here, it says so.
import { Picture } from "../../ui/Picture";
import { FeatureIntro } from "../FeatureIntro";

export default function CallsPage() {
  return (
    <FeatureIntro
      place="calls"
      before="research"
      path="research"
      here={["calls"]}
      picture={<Drawing />}
    />
  );
}

/** An open book whose entries are chained one to the next. */
function Drawing() {
  return (
    <Picture>
      <path d="M104 28C84 16 52 14 18 16v88c34-2 66 0 86 12 20-12 52-14 86-12V16c-34-2-66 0-86 12zM104 28v88" />
      <path d="M36 36h44M36 84h44M128 36h44M128 84h44" />
      <g className="text-accent">
        <path d="M42 54h14a6 6 0 0 1 0 12H42a6 6 0 0 1 0-12zM66 54h14a6 6 0 0 1 0 12H66a6 6 0 0 1 0-12z" />
        <path d="M132 54h14a6 6 0 0 1 0 12h-14a6 6 0 0 1 0-12zM156 54h14a6 6 0 0 1 0 12h-14a6 6 0 0 1 0-12z" />
        <path d="M54 60h14M144 60h14" />
      </g>
    </Picture>
  );
}
