// A server for tests that keeps the contract of the account endpoints in memory: accounts, rotation, errors.
import type { About, TokenPair, User } from "../api/types";

interface Account {
  user: User;
  password: string;
}

export class FakeServer {
  about: About = {
    product: "Parley",
    version: "0.1.0",
    auth_mode: "local",
    desk_mode: "rules",
    owner: { id: "owner", email: null, name: "Local owner", created_at: "2026-11-01T00:00:00Z" },
  };
  /** The ids of those who have a model of their own. */
  readonly withModel = new Set<string>();
  isReachable = true;
  /** When set, the next request gets this answer instead. */
  nextAnswer: Response | null = null;
  /** What the server answers to a GET of an address, besides the accounts; a Response is what any request there gets. */
  readonly answers = new Map<string, unknown>(Object.entries(EMPTY_LISTS));
  /** Every answer waits for this. */
  hold: Promise<void> = Promise.resolve();
  readonly requests: string[] = [];
  /** What was posted last to an address. */
  readonly posted = new Map<string, unknown>();
  readonly refreshAttempts: string[] = [];
  private readonly accounts = new Map<string, Account>();
  private readonly access = new Map<string, User>();
  private readonly refresh = new Map<string, User>();
  private issued = 0;

  readonly fetch = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    this.requests.push(`${request.method} ${pathname}`);
    if (!this.isReachable) throw new TypeError("Failed to fetch");
    await this.hold;
    const prepared = this.nextAnswer;
    this.nextAnswer = null;
    const text = request.method === "POST" ? await request.text() : "";
    const isJson = !(request.headers.get("content-type") ?? "").startsWith("multipart/");
    const body = text === "" || !isJson ? {} : JSON.parse(text);
    if (request.method === "POST") this.posted.set(pathname, body);
    return prepared ?? this.answer(pathname, body, request.headers.get("authorization"));
  };

  account(email: string, password: string, name = ""): User {
    const user = {
      id: `user-${this.accounts.size + 1}`,
      email,
      name,
      created_at: "2026-11-15T08:00:00Z",
    };
    this.accounts.set(email, { user, password });
    return user;
  }

  issue(user: User): TokenPair {
    this.issued += 1;
    const access_token = `access-${this.issued}`;
    const refresh_token = `refresh-${this.issued}`;
    this.access.set(access_token, user);
    this.refresh.set(refresh_token, user);
    return { access_token, refresh_token, token_type: "bearer", expires_in: 900, user };
  }

  expireAccess(): void {
    this.access.clear();
  }

  revokeAll(): void {
    this.access.clear();
    this.refresh.clear();
  }

  private answer(
    path: string,
    body: Record<string, string>,
    authorization: string | null,
  ): Response {
    const answer = this.answers.get(path);
    if (answer instanceof Response) return answer.clone();
    if (answer !== undefined) return json(200, answer);
    switch (path) {
      case "/api/v1/about":
        return json(200, this.aboutFor(authorization));
      case "/api/v1/auth/me":
        return this.me(authorization);
      case "/api/v1/auth/login":
        return this.login(body.email ?? "", body.password ?? "");
      case "/api/v1/auth/register":
        return this.register(body.email ?? "", body.password ?? "", body.name);
      case "/api/v1/auth/refresh":
        return this.rotate(body.refresh_token ?? "");
      case "/api/v1/auth/logout":
        this.refresh.delete(body.refresh_token ?? "");
        return new Response(null, { status: 204 });
      default:
        return failure(404, "not_found", "No such address.");
    }
  }

  private aboutFor(authorization: string | null): About {
    const user = this.access.get(authorization?.replace("Bearer ", "") ?? "");
    return user && this.withModel.has(user.id) ? { ...this.about, desk_mode: "llm" } : this.about;
  }

  private me(authorization: string | null): Response {
    const user = authorization
      ? this.access.get(authorization.replace("Bearer ", ""))
      : this.about.owner;
    return user ? json(200, user) : failure(401, "unauthenticated", "Sign in first.");
  }

  private login(email: string, password: string): Response {
    const account = this.accounts.get(email);
    if (account?.password !== password)
      return failure(401, "unauthenticated", "Email or password is wrong.");
    return json(200, this.issue(account.user));
  }

  private register(email: string, password: string, name?: string): Response {
    if (this.accounts.has(email))
      return failure(409, "conflict", "This email already has an account.");
    return json(201, this.issue(this.account(email, password, name)));
  }

  private rotate(token: string): Response {
    this.refreshAttempts.push(token);
    const user = this.refresh.get(token);
    this.refresh.delete(token);
    return user
      ? json(200, this.issue(user))
      : failure(401, "unauthenticated", "The session has ended.");
  }
}

const EMPTY_LISTS = {
  "/api/v1/sessions": { sessions: [], next: null },
  "/api/v1/strategies": { strategies: [], next: null },
  "/api/v1/strategies/templates": { templates: [], not_offered: [] },
  "/api/v1/backtests": { backtests: [], next: null },
  "/api/v1/stress": { stress_tests: [], next: null },
  "/api/v1/stress/optimisations": { optimisations: [], next: null },
  "/api/v1/deployments": { deployments: [], next: null },
  "/api/v1/approvals": { approvals: [], next: null },
  "/api/v1/switches": { on: [] },
  "/api/v1/broker-accounts": { accounts: [] },
  "/api/v1/calls": { calls: [], next_before: null },
  "/api/v1/data/coverage": { coverage: [], damaged: [] },
  "/api/v1/data/imports": { imports: [] },
  "/api/v1/data/symbols": { instruments: [] },
  "/api/v1/coordinator/research/sessions": { sessions: [], next: null },
  "/api/v1/llm-platform/configs": { configs: [] },
  "/api/v1/llm-platform/calls": { calls: [] },
  "/api/v1/jobs": { jobs: [] },
  "/api/v1/tokens": { tokens: [] },
};

export function failure(
  status: number,
  code: string,
  message: string,
  headers: HeadersInit = {},
): Response {
  return json(status, { error: { code, message, details: null } }, headers);
}

function json(status: number, body: unknown, headers: HeadersInit = {}): Response {
  return Response.json(body, { status, headers });
}
