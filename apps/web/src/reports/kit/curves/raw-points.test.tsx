// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useSession } from '../../../kit/session/user';
import { stubDocument } from '../../../kit/test-document';
import { RawPoints } from './raw-points';

stubDocument();
beforeEach(() => useSession.setState({ menus: new Set(['166']) }));
afterEach(() => {
  cleanup();
  useSession.setState({ menus: new Set() });
});

const at = Date.parse('2026-11-20T10:32:10+08:00');
const show = (moment: number | null, vehicles = [{ id: '7', plateNo: '沪A10001' }]) =>
  render(
    <MemoryRouter>
      <RawPoints vehicles={vehicles} at={moment} />
    </MemoryRouter>,
  );

test('a moment of a curve leads to the raw points of its vehicle around it', () => {
  show(at);
  const address = new URL(String(screen.getByRole('link', { name: '沪A·10001' }).getAttribute('href')), 'http://x');
  expect(address.pathname).toBe('/community/trajectory');
  const { vehicleId, startTime, endTime, at: asked, hours } = Object.fromEntries(address.searchParams);
  // of the whole day, whatever hours somebody looked at last
  expect([vehicleId, asked, hours]).toEqual(['7', String(at), '00:00-23:59']);
  const minutes = (Date.parse(`${endTime}`.replace(' ', 'T')) - Date.parse(`${startTime}`.replace(' ', 'T'))) / 60_000;
  expect(minutes).toBe(60);
});

test('before a click it says how, and of no vehicle there is nothing to say', () => {
  show(null);
  expect(screen.getByText('点击曲线上的时刻，查看原始点')).toBeTruthy();
  cleanup();
  show(at, []);
  expect(screen.queryByRole('link')).toBeNull();
});

test('who may not look at tracks is offered none', () => {
  useSession.setState({ menus: new Set() });
  show(at);
  expect(screen.queryByRole('link')).toBeNull();
});
