import { createLoginGuard } from "./auth/login-guard.ts";
import { createSessions } from "./auth/sessions.ts";
import type { Ports, Services } from "./context.ts";
import { createLiveHub } from "./live-hub.ts";

export function createServices(ports: Ports): Services {
  return {
    ...ports,
    sessions: createSessions(ports.db),
    loginGuard: createLoginGuard(ports.clock),
    live: createLiveHub(ports.log),
  };
}
