// Short names for the server's answers about strategies; the types themselves are generated.
import type { components } from "../../contracts/api";

type Schemas = components["schemas"];

export type ListedStrategy = Schemas["ListedStrategyOut"];
export type Strategy = Schemas["StrategyDetail"];
export type Revision = Schemas["RevisionOut"];
export type RevisionDetail = Schemas["RevisionDetail"];
export type Diff = Schemas["DiffOut"];
export type RuleChange = Schemas["RuleChangeOut"];
export type Sentence = Schemas["SentenceOut"];
export type Origins = Schemas["OriginsOut"];
export type Clause = Schemas["ClauseOut"];
export type Tunable = Schemas["TunableOut"];
export type Template = Schemas["TemplateOut"];
export type Problem = Schemas["ProblemOut"];
export type Validation = Schemas["ValidationOut"];
export type Confirmed = Schemas["ConfirmedOut"];
export type Family = Schemas["Family"];
export type HoldingPeriod = Schemas["HoldingPeriod"];
/** The strategy in its own language, as JSON. */
export type Document = Strategy["document"];
