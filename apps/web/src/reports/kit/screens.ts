import { keysOf } from '@tongda/contract/core/keys';
import { builtReportScreens } from '@tongda/contract/reports/screens';
import type { RouteKey } from '@tongda/contract/shell/routes';
import type { PageLoader } from '../../kit/page';
import { ownPages } from '../own-pages';

type ReportKey = keyof typeof builtReportScreens;

/** Page and declaration come when the first report is opened: the list of screens alone is known before. */
const loaderOf =
  (key: RouteKey): PageLoader =>
  async () => {
    const [{ screenOf }, { reportAt }] = await Promise.all([import('./page'), import('./declarations')]);
    return screenOf(reportAt(key));
  };

/** Every screen of every report that is built, each mounted from its declaration, but for the few forms that have a page of their own. */
export const reportPages = Object.fromEntries(
  keysOf(builtReportScreens).map((key) => [key, ownPages[key] ?? loaderOf(key)]),
  // built of the keys that the type lists
) as Record<ReportKey, PageLoader>;
