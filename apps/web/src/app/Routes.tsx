// Decides what an address shows to the person who asks: the app, the sign-in pages, or why neither is possible.
import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { Redirect, Route, Switch, useLocation, useSearch } from "wouter";
import {
  isAuthAddress,
  REGISTER,
  returnAddress,
  SIGN_IN,
  signInAddress,
} from "../features/auth/returnAddress";
import { useSession, useSessionState } from "../features/auth/SessionContext";
import { addressOf, HOME, type Place, placeAt } from "../features/places";
import { RequestFailure } from "../ui/Failure";
import { Loading } from "../ui/Loading";
import { BareLayout } from "./BareLayout";
import { NotFoundPage } from "./NotFoundPage";
import { PageBoundary } from "./PageBoundary";
import { Shell } from "./Shell";

const LOADERS = {
  home: () => import("../features/home/HomePage"),
  chat: () => import("../features/chat/ChatPage"),
  research: () => import("../features/research/ResearchPage"),
  strategies: () => import("../features/strategies/StrategiesPage"),
  backtests: () => import("../features/backtests/BacktestsPage"),
  stress: () => import("../features/stress/StressPage"),
  deployments: () => import("../features/deployments/DeploymentsPage"),
  calls: () => import("../features/calls/CallsPage"),
  data: () => import("../features/data/DataPage"),
  settings: () => import("../features/settings/SettingsPage"),
} satisfies Record<Place, () => Promise<{ default: ComponentType }>>;

const PAGES = new Map<string, ComponentType>(
  Object.entries(LOADERS).map(([place, load]) => [place, lazy(load)]),
);

/** Fetches the page of an address, so that it is drawn at once. */
export async function fetchPageOf(path: string): Promise<void> {
  const place = placeAt(path) ?? HOME;
  try {
    PAGES.set(place, (await LOADERS[place]()).default);
  } catch {
    // It is asked for again when it is drawn, and says there that it failed.
  }
}

const SignInPage = lazy(() => import("../features/auth/SignInPage"));
const RegisterPage = lazy(() => import("../features/auth/RegisterPage"));

export function Routes() {
  const session = useSession();
  const state = useSessionState();
  const [path] = useLocation();
  const search = useSearch();
  const isAtDoor = isAuthAddress(path);
  if (state.status === "unreachable") {
    return (
      <BareLayout>
        <RequestFailure error={state.error} onRetry={() => void session.open()} />
      </BareLayout>
    );
  }
  if (state.status === "signed_out" && !isAtDoor) {
    return <Redirect replace to={signInAddress(path + (search && `?${search}`))} />;
  }
  if (state.status === "signed_in" && isAtDoor) {
    return <Redirect replace to={returnAddress(search)} />;
  }
  // The frame stands while the session is still opening, so that a click on it is never lost.
  const Frame = isAtDoor ? BareLayout : Shell;
  const Pages = isAtDoor ? DoorPages : AppPages;
  return <Frame>{state.status === "loading" ? <Loading /> : <Pages />}</Frame>;
}

function AppPages() {
  return (
    <Loaded>
      <Switch>
        {[...PAGES].map(([place, Page]) => (
          <Route key={place} path={patternOf(place as Place)} component={Page} />
        ))}
        <Route component={NotFoundPage} />
      </Switch>
    </Loaded>
  );
}

/** Home is one address, every other place has more below it. */
function patternOf(place: Place): string {
  return place === HOME ? addressOf(place) : `${addressOf(place)}/*?`;
}

function DoorPages() {
  return (
    <Loaded>
      <Switch>
        <Route path={SIGN_IN} component={SignInPage} />
        <Route path={REGISTER} component={RegisterPage} />
      </Switch>
    </Loaded>
  );
}

/** A page that failed to load must not keep the next one from showing, hence the key. */
function Loaded({ children }: { children: ReactNode }) {
  const [path] = useLocation();
  return (
    <PageBoundary key={placeAt(path) ?? path}>
      <Suspense fallback={<Loading />}>{children}</Suspense>
    </PageBoundary>
  );
}
