import type pg from 'pg';
import type { Logger } from 'pino';
import { type KeyStore, loadSecrets, type Secrets } from '../run/secrets';
import { watchChannel } from './channel';

/** Notified when the keys of the deployment were rotated. */
export const keysChannel = 'keys_changed';

/** Takes rotated keys into the running process, in place: whoever holds `secrets` signs with the new ones from then on. */
export function watchKeys(
  pool: pg.Pool,
  store: KeyStore,
  secrets: Secrets,
  passphrase: string | undefined,
  log: Logger,
): () => Promise<void> {
  const load = async (): Promise<void> => {
    try {
      Object.assign(secrets, await loadSecrets(store, passphrase));
      log.info('signing keys were rotated');
    } catch (err) {
      log.error({ err }, 'rotated keys could not be read');
    }
  };
  return watchChannel(pool, { channel: keysChannel, heard: () => void load(), missed: load }, log);
}
