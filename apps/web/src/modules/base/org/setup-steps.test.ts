import { describe, expect, it } from 'vitest';
import { type Setup, settingUp, setupSteps } from './setup-steps';

const empty: Setup = {
  orgs: 1,
  roles: 0,
  users: 1,
  fleets: 0,
  drivers: 0,
  carriers: 0,
  customers: 0,
  stores: 0,
  places: 0,
  routes: 0,
  devices: 0,
  vehicles: 0,
  bound: 0,
  reporting: 0,
  probed: 0,
  grants: 0,
};
const left = (s: Setup) =>
  setupSteps(s)
    .filter((step) => !step.done && !step.optional)
    .map(({ name }) => name);

describe('steps of 开通清单', () => {
  it('are all left in a new company: its first department and its administrator are not counted', () => {
    expect(left(empty)).toEqual(['部门', '用户', '车队', '司机', '终端入库', '车辆', '车辆绑定终端', '终端上线']);
    expect(settingUp(setupSteps(empty))).toBe(true);
  });

  it('are over when a terminal has reported, whatever of the rest a company does without', () => {
    const set = { ...empty, orgs: 6, users: 30, fleets: 2, drivers: 9, devices: 12, vehicles: 10, bound: 8 };
    expect(left(set)).toEqual(['终端上线']);
    const steps = setupSteps({ ...set, reporting: 1 });
    expect(settingUp(steps)).toBe(false);
    expect(steps.find(({ name }) => name === '车辆绑定终端')?.text).toBe('8 / 10 辆');
  });
});
