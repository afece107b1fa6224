// Where the page tells the progress of work in one place, the cards beside it draw no second bar: two never agree.
import { createContext } from "react";

export const ProgressShown = createContext(false);
