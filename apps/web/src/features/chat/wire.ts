// Short names for what the server's chat says; the types themselves are generated.
import type { components } from "../../contracts/api";

type Schemas = components["schemas"];

export type Phase = Schemas["Phase"];
export type Done = Schemas["Done"];
export type Usage = Schemas["TurnUsage"];
export type Message = Schemas["MessageOut"];
export type Transition = Schemas["TransitionOut"];
export type SessionDetail = Schemas["ChatSessionDetail"];
export type Awaited = Schemas["AwaitedOut"];
export type ChatEvent =
  | Schemas["StreamStart"]
  | Schemas["OpenAiEvent"]
  | Schemas["TextDelta"]
  | Schemas["McpEvent"]
  | Schemas["GenUiEvent"]
  | Schemas["PhaseChange"]
  | Done;
