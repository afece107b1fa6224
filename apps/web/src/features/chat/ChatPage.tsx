// Chat: where an idea becomes a strategy in conversation. Until it is here, it says so.
import { Picture } from "../../ui/Picture";
import { FeatureIntro } from "../FeatureIntro";

export default function ChatPage() {
  return (
    <FeatureIntro place="chat" path="strategy" here={["kyc", "scope"]} picture={<Drawing />} />
  );
}

/** Two people talking: one asks, the other answers. */
function Drawing() {
  return (
    <Picture>
      <path d="M18 18h96a8 8 0 0 1 8 8v32a8 8 0 0 1-8 8H52L34 82V66H18a8 8 0 0 1-8-8V26a8 8 0 0 1 8-8z" />
      <path d="M28 36h70M28 48h44" />
      <g className="text-accent">
        <path d="M140 52h46a8 8 0 0 1 8 8v30a8 8 0 0 1-8 8h-12v14l-16-14H98a8 8 0 0 1-8-8V82" />
        <path d="M112 82h62M136 70h38" />
      </g>
    </Picture>
  );
}
