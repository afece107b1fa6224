// Short names for the wire types that the page speaks; the types themselves are generated.
import type { components } from "../contracts/api";

export type About = components["schemas"]["About"];
export type Credentials = components["schemas"]["Credentials"];
export type Registration = components["schemas"]["Registration"];
export type TokenPair = components["schemas"]["TokenPair"];
export type User = components["schemas"]["UserOut"];
