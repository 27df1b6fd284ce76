import type { HttpServer } from "./http_server.ts";
import { UserError } from "../user_error.ts";
import { hostOf, type HttpPlan } from "./http_plan.ts";

/**
 * Begins to listen.
 *
 * @param usage how another address is given
 * @throws {UserError} the address is taken or not this machine's
 */
export function listen(
  begin: () => HttpServer,
  plan: HttpPlan,
  usage: string,
): HttpServer {
  try {
    return begin();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new UserError(
      `cannot listen at ${hostOf(plan)}:${plan.port}: ${error.message}`,
      `Give another address: ${usage}.`,
    );
  }
}
