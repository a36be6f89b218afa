import { minuteMs } from '@tongda/contract/core/durations';
import { z } from 'zod';

const everyMs = 5 * minuteMs;
const answer = z.object({ build: z.string() });

/** Name of the build that runs here; '' while developing and in tests. */
declare const __BUILD__: string | undefined;
export const ownBuild = (): string => (typeof __BUILD__ === 'string' ? __BUILD__ : '');

/** Asks what the server offers now; null when it does not say. */
export async function fetchOfferedBuild(): Promise<string | null> {
  try {
    const reply = await fetch('/version.json', { cache: 'no-store' });
    const parsed = answer.safeParse(await reply.json());
    return parsed.success ? parsed.data.build : null;
  } catch {
    return null;
  }
}

/** Looks every five minutes, and when the page is seen again; calls `found` once when another build is offered. Returns the end of it. */
export function watchVersion(
  own: string,
  found: () => void,
  offered: () => Promise<string | null> = fetchOfferedBuild,
): () => void {
  let over = own === '';
  const look = async (): Promise<void> => {
    if (over || document.hidden) return;
    const build = await offered();
    if (over || build === null || build === own) return;
    stop();
    found();
  };
  const timer = setInterval(() => void look(), everyMs);
  const seen = (): void => void look();
  document.addEventListener('visibilitychange', seen);
  const stop = (): void => {
    over = true;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', seen);
  };
  return stop;
}
