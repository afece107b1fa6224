// Says above a list that it is only about one strategy, with the way to all.
import { Link } from "wouter";

interface OneStrategyProps {
  say: (phrase: "only_strategy" | "show_all") => string;
  /** Where all are. */
  all: string;
}

export function OneStrategy({ say, all }: OneStrategyProps) {
  return (
    <p className="mb-4 text-soft">
      {say("only_strategy")}{" "}
      <Link href={all} className="text-accent underline underline-offset-4">
        {say("show_all")}
      </Link>
    </p>
  );
}
