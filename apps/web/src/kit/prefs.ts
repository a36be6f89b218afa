import { configBathGet, configBathSave } from '@tongda/contract/prefs/prefs';
import type { z } from 'zod';
import { call } from './api';
import { useSession } from './session';

/**
 * Preferences of a user: kept on this computer and on the server under a tag `<page>.<key>`.
 * The local copy answers at once; the server's copy follows the user to other computers.
 */
const localKey = (tag: string): string => `td.pref.${useSession.getState().user?.id ?? '0'}.${tag}`;

/** The local copy of a preference, or null when there is none or it no longer fits `schema`. */
export function localPref<T>(tag: string, schema: z.ZodType<T>): T | null {
  return parse(localStorage.getItem(localKey(tag)), schema);
}

/** Preferences from the server by tag; absent when unknown or unreadable. A failure counts as "none stored". */
export async function fetchPrefs<T>(tags: string[], schema: z.ZodType<T>): Promise<Record<string, T>> {
  try {
    const stored = await call(configBathGet, { keys: tags }, { quiet: true });
    const found: Record<string, T> = {};
    for (const tag of tags) {
      const value = parse(stored[tag] ?? null, schema);
      if (value === null) continue;
      found[tag] = value;
      localStorage.setItem(localKey(tag), JSON.stringify(value));
    }
    return found;
  } catch {
    return {};
  }
}

/** Stores a preference here and on the server. The server's copy may fail quietly: nothing is lost on this computer. */
export async function savePref(tag: string, value: unknown): Promise<void> {
  const json = JSON.stringify(value);
  localStorage.setItem(localKey(tag), json);
  await call(configBathSave, { saveMap: { [tag]: json } }, { quiet: true }).catch(() => undefined);
}

function parse<T>(json: string | null, schema: z.ZodType<T>): T | null {
  if (json === null) return null;
  try {
    const parsed = schema.safeParse(JSON.parse(json));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
