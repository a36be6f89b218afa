import { allowsAccess } from '@tongda/contract/core/allows';
import { commandCalls } from '@tongda/contract/watch/command/calls';
import { type CompanyKind, commandKind, companyKinds } from '@tongda/contract/watch/command/kind';
import { useSession } from '../../../kit/session/user';

/** A vehicle that something is asked of. */
export interface CommandedVehicle {
  id: string;
  plateNo: string;
}

/** What may be asked of terminals: one entry of a menu. */
export type CommandVerb = { key: CompanyKind; label: string };

/** What is given to one vehicle at a time only. */
const single: ReadonlySet<CompanyKind> = new Set(['cut', 'restore']);
export const forMany = (verbs: readonly CommandVerb[]): CommandVerb[] => verbs.filter(({ key }) => !single.has(key));

/** The commands that the user may give, in the order of the menus. */
export function useCommandVerbs(): CommandVerb[] {
  const session = useSession();
  return companyKinds.flatMap((kind) =>
    allowsAccess(session, commandCalls[kind].access) ? [{ key: kind, label: commandKind.label(kind) }] : [],
  );
}
