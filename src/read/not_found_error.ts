import { UserError } from "../user_error.ts";

/** A document or section that the index does not have. */
export class NotFoundError extends UserError {}
