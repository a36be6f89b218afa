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

/** Commands that stand behind one entry of a menu, so that it is not longer than a small screen. */
const groups: ReadonlyArray<{ key: string; label: string; kinds: readonly CompanyKind[] }> = [
  { key: 'settings', label: '终端参数', kinds: ['properties', 'readParams', 'setParams', 'areas'] },
  { key: 'voice', label: '通话', kinds: ['call', 'listen'] },
  { key: 'power', label: '油路电路', kinds: ['cut', 'restore'] },
  { key: 'driver', label: '司机与菜单', kinds: ['driverCard', 'question', 'events', 'infoMenu', 'info'] },
  { key: 'recorder', label: '行驶记录仪', kinds: ['recorderRead', 'recorderWrite'] },
  { key: 'media', label: '多媒体', kinds: ['mediaSearch', 'mediaUpload', 'sound'] },
];

/** The entries of a menu of commands. */
export function commandMenu(verbs: readonly CommandVerb[]) {
  const grouped = new Set(groups.flatMap(({ kinds }) => kinds));
  const entry = ({ key, label }: CommandVerb) => ({ key, label });
  return [
    ...verbs.filter(({ key }) => !grouped.has(key)).map(entry),
    ...groups.flatMap(({ key, label, kinds }) => {
      const children = verbs.filter((verb) => kinds.includes(verb.key)).map(entry);
      return children.length > 0 ? [{ key, label, children }] : [];
    }),
  ];
}

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
