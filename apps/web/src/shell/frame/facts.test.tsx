// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { ConfigProvider, theme } from 'antd';
import dayjs from 'dayjs';
import { useContext } from 'react';
import { afterEach, expect, test } from 'vitest';
import { stubDocument } from '../../kit/test-document';
import { ThemeProvider } from '../../theme/provider';

stubDocument();
afterEach(cleanup);

const seen: unknown[] = [];
function Look() {
  seen.push(useContext(ConfigProvider.ConfigContext).locale?.locale);
  seen.push(ConfigProvider.useConfig().componentSize, theme.useToken().token.zIndexPopupBase);
  return null;
}

test('small, from z-index 3000, weeks from Sunday', () => {
  render(
    <ThemeProvider>
      <Look />
    </ThemeProvider>,
  );
  expect(seen).toEqual(['zh-cn', 'small', 3000]);
  // 2026-11-21 is a Saturday, the last day of its week.
  expect(dayjs('2026-11-21').startOf('week').format('YYYY-MM-DD')).toBe('2026-11-15');
  expect(dayjs('2026-11-22').startOf('week').format('YYYY-MM-DD')).toBe('2026-11-22');
}, 20_000);
