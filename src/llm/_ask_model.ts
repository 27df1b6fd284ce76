import type { ChatReply } from "./chat_model.ts";
import { ModelConnection, type Patience } from "./_model_connection.ts";
import { modelError } from "./_model_error.ts";
import type { ModelEndpoint } from "./model_endpoint.ts";

/** An answer, and whether tokens were spent on thinking. */
export type ThoughtfulReply = ChatReply & { hasThought: boolean };

/** The options of one request that all adapters share. */
export interface ModelRequest {
  endpoint: ModelEndpoint;
  patience: Patience;
  signal?: AbortSignal;
  onText?: (piece: string) => void;
}

/**
 * Asks once, and turns errors of the SDK into a `ModelError`.
 *
 * @param ask asks by means of an SDK, with the connection's `fetch` and signal
 * @throws {ModelError} when no whole answer came
 * @throws the signal's reason
 */
export async function askModel<Reply>(
  { endpoint, patience, signal, onText }: ModelRequest,
  ask: (
    connection: ModelConnection,
    tell: (piece: string) => void,
  ) => Promise<Reply>,
): Promise<Reply> {
  signal?.throwIfAborted();
  using connection = new ModelConnection(patience, signal);
  // An error thrown by `onText` is passed on as it is.
  let listenerError: { error: unknown } | undefined;
  const tell = (piece: string) => {
    if (piece === "") return;
    try {
      onText?.(piece);
    } catch (error) {
      listenerError = { error };
      throw error;
    }
  };
  try {
    return await ask(connection, tell);
  } catch (error) {
    signal?.throwIfAborted();
    if (listenerError) throw listenerError.error;
    throw modelError(endpoint, connection, error);
  }
}

/**
 * Asks, and once more with four times the tokens if the model has spent all of
 * them on thinking: providers count thoughts as output, and no option turns them
 * off for all Gemini models.
 *
 * @param maxTokens LLM_MAX_TOKENS
 */
export async function retryWithMoreTokens(
  maxTokens: number,
  ask: (maxTokens: number) => Promise<ThoughtfulReply>,
): Promise<ChatReply> {
  const { hasThought, ...first } = await ask(maxTokens);
  const { turn, finish, usage } = first;
  const isEmpty = turn.text.trim() === "" && turn.calls.length === 0;
  if (finish !== "length" || !isEmpty || !hasThought) return first;
  const { hasThought: _, ...second } = await ask(maxTokens * 4);
  if (usage && second.usage) {
    second.usage.input_tokens += usage.input_tokens;
    second.usage.output_tokens += usage.output_tokens;
  }
  return second;
}
