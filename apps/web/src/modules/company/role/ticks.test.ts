import type { RoleMenuNode } from '@tongda/contract/company/role/calls';
import { describe, expect, it } from 'vitest';
import { compareTicks, stateOf, type Ticks, tickButton, tickMenu } from './ticks';

const node = (key: string, menuId: number, more: Partial<RoleMenuNode> = {}): RoleMenuNode => ({
  key,
  menuId,
  name: key,
  group: false,
  buttons: [],
  mayGive: true,
  children: [],
  ...more,
});
const button = (path: string, mayGive = true) => ({ path, label: path, sensitive: path === 'del', mayGive });
const vehicle = node('vehicle', 111, { buttons: [button('add'), button('del', false)] });
const driver = node('driver', 113);
const resources = node('resources', 900_002, { group: true, children: [vehicle, driver] });
const second = node('tmsVehicle', 111, { buttons: vehicle.buttons });
const tree = [resources, second];
const none: Ticks = { menus: new Set(), buttons: new Set() };
const of = (menus: string[], buttons: string[]): Ticks => ({ menus: new Set(menus), buttons: new Set(buttons) });

describe('ticks of a role', () => {
  it('a group ticks everything below that may be given', () => {
    expect(tickMenu(none, resources, true, tree)).toEqual(of(['vehicle', 'driver'], ['111|add']));
  });
  it('a menu that goes takes its buttons along, unless it is held at another place', () => {
    const all = of(['vehicle', 'tmsVehicle'], ['111|add']);
    const once = tickMenu(all, vehicle, false, tree);
    expect(once).toEqual(of(['tmsVehicle'], ['111|add']));
    expect(tickMenu(once, second, false, tree)).toEqual(none);
  });
  it('a button ticks its menu', () => {
    const ticked = tickButton(none, vehicle, 'add', true);
    expect(ticked).toEqual(of(['vehicle'], ['111|add']));
    expect(tickButton(ticked, vehicle, 'add', false)).toEqual(of(['vehicle'], []));
  });
  it('a node is on, off, or held in part', () => {
    expect(stateOf(none, resources)).toBe('off');
    expect(stateOf(of(['driver'], []), resources)).toBe('part');
    expect(stateOf(of(['vehicle', 'driver'], ['111|add', '111|del']), resources)).toBe('on');
  });
  it('differences are told once, in words', () => {
    const { added, removed } = compareTicks(tree, of(['driver'], []), of(['vehicle'], ['111|add', '111|del']));
    expect(added.map((d) => d.text)).toEqual([
      'resources / vehicle',
      'resources / vehicle · add',
      'resources / vehicle · del',
    ]);
    expect(added.map((d) => d.sensitive)).toEqual([false, false, true]);
    expect(removed.map((d) => d.text)).toEqual(['resources / driver']);
  });
});
