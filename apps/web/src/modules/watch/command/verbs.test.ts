import { commandKind, companyKinds } from '@tongda/contract/watch/command/kind';
import { expect, test } from 'vitest';
import { commandMenu } from './verbs';

const all = companyKinds.map((key) => ({ key, label: commandKind.label(key) }));

test('the menu of all commands fits over the button of a card on a small screen, and none is lost', () => {
  const menu = commandMenu(all);
  // entries of 30 px, the button 570 px below the top of a window of 768
  expect(menu.length).toBeLessThanOrEqual(15);
  const kinds = menu.flatMap((entry) => ('children' in entry ? entry.children.map(({ key }) => key) : [entry.key]));
  expect(new Set(kinds)).toEqual(new Set(companyKinds));
});

test('a group of which nothing is permitted is absent', () => {
  expect(commandMenu(all.filter(({ key }) => key === 'text'))).toEqual([
    { key: 'text', label: commandKind.label('text') },
  ]);
});
