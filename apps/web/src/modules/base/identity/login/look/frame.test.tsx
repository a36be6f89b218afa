// @vitest-environment jsdom

import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { stubDocument } from '../../../../../kit/test-document';
import { LoginFrame } from './frame';
import type { SiteInfo } from './use-site';

stubDocument();
afterEach(cleanup);

const site: SiteInfo = {
  ...{ platformName: '通达', icp: '粤ICP备12345678号', servicePhone: '400-800-1234', appUrl: '', version: '1' },
  ...{ wechat: false, demo: false, demoPreparing: false, demoAccounts: [], brand: null },
};
const open = (of: SiteInfo) =>
  render(
    <LoginFrame site={of} title="登录">
      <p>表单</p>
    </LoginFrame>,
  );

test('the number of the site leads to the register, the service line dials', () => {
  open(site);
  expect(screen.getByRole('link', { name: site.icp }).getAttribute('href')).toBe('https://beian.miit.gov.cn/');
  expect(screen.getByText('服务热线').textContent).toBe('服务热线 400-800-1234');
  expect(screen.getByRole('link', { name: site.servicePhone }).getAttribute('href')).toBe('tel:400-800-1234');
});

test('without them there is neither', () => {
  open({ ...site, icp: '', servicePhone: '' });
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.queryByText(/服务热线/u)).toBeNull();
});
