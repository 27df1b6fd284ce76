import { UserError } from "../user_error.ts";

/** A requested document or section is not in the index. */
export class NotFoundError extends UserError {}
