import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runHeavy } from '../../../../core/run/heavy';
import { type Signature, writeContractTask } from './paper';
import type { Agreed } from './terms';

/** Who has contracts signed. The built-in one has them signed on the page; another one may have a page of its own. */
export interface SignProvider {
  /** address of the page that signs; null: our own page does */
  pageOf(of: Agreed): Promise<string | null>;
  /** the signed file with its evidence, once it is signed */
  sign(of: Agreed, signature: Signature): Promise<{ pdf: Buffer; evidence: string }>;
}

/** A contract as PDF; without a signature it says on each page that it is a draft. */
export async function writeContract(of: Agreed, signature: Signature | null): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'tongda-contract-'));
  const path = join(folder, 'contract.pdf');
  try {
    for await (const _pages of runHeavy(writeContractTask, { path, of, signature }));
    return await readFile(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Signed by name on our page; the SHA-256 of the file is kept beside it and shown, so that a changed file is found. */
export const builtInSigning: SignProvider = {
  pageOf: async () => null,
  sign: async (of, signature) => {
    const pdf = await writeContract(of, signature);
    return { pdf, evidence: createHash('sha256').update(pdf).digest('hex') };
  },
};
