import { Segmented } from 'antd';
import { type ReactNode, Suspense } from 'react';
import { Panel } from '../../../kit/detail/panel';
import { type ThemeChoice, useTheme } from '../../../theme/store';
import { NoticeSwitches } from '../../base/message/door';
import { useVehicleGroups, type VehiclesBy } from '../../base/vehicles-by/door';
import { openingSlot } from './opening-slot';

const themes: Array<{ value: ThemeChoice; label: string }> = [
  { value: 'light', label: '浅色' },
  { value: 'dark', label: '深色' },
  { value: 'auto', label: '跟随系统' },
];
const orders: Array<{ value: VehiclesBy; label: string }> = [
  { value: 'fleet', label: '按车队' },
  { value: 'group', label: '按我的分组' },
];

/** 偏好设置: how the platform looks and behaves for this user; every choice holds at once. */
export function Preferences() {
  const { choice, choose } = useTheme();
  const vehicles = useVehicleGroups();
  const Opening = openingSlot.part();
  return (
    <Panel title="偏好设置">
      <dl className="company-profile-facts">
        <Line label="界面主题">
          <Segmented<ThemeChoice> aria-label="界面主题" options={themes} value={choice} onChange={choose} />
        </Line>
        {Opening ? (
          <Line label="页面打开">
            <Suspense fallback={null}>
              <Opening />
            </Suspense>
          </Line>
        ) : null}
        <Line label="消息提醒">
          <div className="company-profile-switches">
            <NoticeSwitches />
          </div>
        </Line>
        <Line label="车辆排列">
          <Segmented<VehiclesBy>
            aria-label="车辆排列"
            options={orders}
            value={vehicles.by}
            disabled={vehicles.groups.length === 0}
            onChange={vehicles.choose}
          />
          {vehicles.groups.length === 0 ? <span className="td-cap">还没有分组</span> : null}
        </Line>
      </dl>
    </Panel>
  );
}

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);
