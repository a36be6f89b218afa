import { codes } from '@tongda/contract/core/endpoint';
import { ApiError } from '../../call/api-error';

/** Asks for the password and says whether it was right; `why` is the server's sentence. */
type Prover = (why: string) => Promise<boolean>;
let prover: Prover | null = null;

/** The dialog that asks, once it stands. */
export function bindProver(ask: Prover | null): void {
  prover = ask;
}

/**
 * Runs a call; where the server wants to be sure who sits there (4012), the password is asked for and the call goes out once more. Nothing
 * was done by the first one. Whoever does not want to say it has cancelled.
 */
export async function withProof<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== codes.proofWanted || !prover) throw error;
    if (await prover(error.message)) return run();
    error.told = true;
    throw error;
  }
}
