import { screenDays, screenPage } from '@tongda/contract/base/identity/login-grant';
import { Select } from 'antd';
import { useId } from 'react';
import { useSession } from '../../../../../kit/session/user';
import { type ScreenPage, screenPagesOf } from './screen-pages';

/** What a screen opens and for how many days it stays let in; without `days` as long as the company allows. */
export interface ScreenWish {
  page: ScreenPage;
  days?: number;
}
export const usualWish: ScreenWish = { page: screenPage.home };

/** `24小时`, `7天`: how long the company lets a screen stay. */
const hoursInWords = (hours: number): string => (hours % 24 === 0 && hours > 24 ? `${hours / 24}天` : `${hours}小时`);

interface ScreenChoiceProps {
  value: ScreenWish;
  change: (wish: ScreenWish) => void;
  /** the longest that the company allows, hours */
  screenMaxH: number;
}

/** The two choices of whoever lets a screen in: what it opens, and for how long. */
export function ScreenChoice({ value, change, screenMaxH }: ScreenChoiceProps) {
  const tree = useSession((state) => state.tree);
  const [pageId, daysId] = [useId(), useId()];
  const shorter = screenDays.offered.filter((days) => days * 24 < screenMaxH);
  return (
    <div className="base-identity-login-bind-choice">
      <label htmlFor={pageId}>打开页面</label>
      <Select<ScreenPage>
        id={pageId}
        value={value.page}
        options={screenPagesOf(tree).map(({ code, name }) => ({ value: code, label: name }))}
        onChange={(page) => change({ ...value, page })}
      />
      <label htmlFor={daysId}>登录时长</label>
      <Select<number>
        id={daysId}
        value={value.days ?? 0}
        options={[
          ...shorter.map((days) => ({ value: days, label: `${days}天` })),
          { value: 0, label: `${hoursInWords(screenMaxH)}（公司规定的上限）` },
        ]}
        onChange={(days) => change({ page: value.page, ...(days > 0 ? { days } : {}) })}
      />
    </div>
  );
}
