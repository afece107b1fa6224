// Research: five experts, a bull, a bear and a resolution. Until it is here, it says so.
import { Picture } from "../../ui/Picture";
import { FeatureIntro } from "../FeatureIntro";

export default function ResearchPage() {
  return (
    <FeatureIntro
      place="research"
      before="data"
      path="research"
      here={["experts", "debate", "resolution"]}
      picture={<Drawing />}
    />
  );
}

/** Five experts, two sides, one scale. */
function Drawing() {
  return (
    <Picture>
      {[24, 64, 104, 144, 184].map((x) => (
        <g key={x}>
          <circle cx={x} cy="18" r="8" />
          <path d={`M${x} 28L${x < 104 ? 64 : x > 104 ? 144 : 104} 54`} strokeDasharray="3 5" />
        </g>
      ))}
      <g className="text-accent">
        <path d="M104 54v58M84 112h40M52 62h104" />
        <path d="M34 88a18 12 0 0 0 36 0zM34 88l18-26 18 26M138 88a18 12 0 0 0 36 0zM138 88l18-26 18 26" />
      </g>
    </Picture>
  );
}
