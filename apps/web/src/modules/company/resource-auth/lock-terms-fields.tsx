import { type LockTermsOut, lockMethods, lockRadius } from '@tongda/contract/company/resource-auth/lock-terms';
import type { TimeWindow } from '@tongda/contract/core/field/time-window';
import { Checkbox, Form, InputNumber } from 'antd';
import { RemoteSelect } from '../../../kit/form/input/remote-select';
import { TimeWindows } from '../../../kit/form/input/time-windows';
import { searchLocatedStores } from '../../base/reference/door';

/** The terms of a lock as the form holds them. */
export interface LockForm {
  methods: Array<1 | 2 | 3>;
  timeWindows: TimeWindow[];
  fenceStoreId?: string;
  fenceRadiusM: number;
  maxOpens: number;
}

const ways = [1, 2, 3] as const;
export const lockFormOf = (terms: LockTermsOut | null): LockForm => ({
  methods: terms ? ways.filter((way) => terms.methods.includes(way)) : [1],
  timeWindows: terms?.timeWindows ?? [],
  ...(terms?.fenceStoreId ? { fenceStoreId: terms.fenceStoreId } : {}),
  fenceRadiusM: terms?.fenceRadiusM ?? lockRadius.usual,
  maxOpens: terms?.maxOpens ?? 0,
});
export const lockTermsOf = (form: LockForm) => ({ ...form, fenceStoreId: form.fenceStoreId ?? null });

const methods = ways.map((value) => ({ value, label: lockMethods.find(({ code }) => code === value)?.name ?? '' }));

interface MethodsProps {
  id?: string;
  value?: Array<1 | 2 | 3>;
  onChange?: (value: Array<1 | 2 | 3>) => void;
}

/** The ways as boxes. The form's `aria-required` stays away from them: a group of boxes has no such attribute. */
const Methods = ({ id, value, onChange }: MethodsProps) => (
  <Checkbox.Group options={methods} {...{ id, value, onChange }} />
);

/** 开锁条件: fields for ways, hours, place and number of openings. */
export function LockTermsFields({ known }: { known: LockTermsOut | null }) {
  const store: unknown = Form.useWatch(['lock', 'fenceStoreId']);
  return (
    <section className="kit-form-group">
      <div className="kit-form-group-head">
        <h2>开锁条件</h2>
        <div className="td-cap">同时满足才能开锁</div>
      </div>
      <div className="kit-form-group-grid">
        <div className="kit-form-field" data-span={4}>
          <Form.Item
            name={['lock', 'methods']}
            label="开锁方式"
            rules={[{ required: true, type: 'array', min: 1, message: '请选择开锁方式' }]}
          >
            <Methods />
          </Form.Item>
        </div>
        <div className="kit-form-field" data-span={3}>
          <Form.Item name={['lock', 'maxOpens']} label="最多开锁次数" extra="0 为不限次数">
            <InputNumber min={0} max={9999} precision={0} style={{ width: '100%' }} />
          </Form.Item>
        </div>
        <div className="kit-form-field" data-span={3}>
          <Form.Item name={['lock', 'fenceStoreId']} label="只能在门店开锁" extra="空白为不限地点">
            <RemoteSelect
              search={searchLocatedStores}
              known={known?.fenceStoreId ? { id: known.fenceStoreId, name: known.fenceStoreName } : undefined}
              placeholder="输入门店名称"
            />
          </Form.Item>
        </div>
        {store ? (
          <div className="kit-form-field" data-span={2}>
            <Form.Item name={['lock', 'fenceRadiusM']} label="围栏外允许">
              <InputNumber
                min={lockRadius.min}
                max={lockRadius.max}
                precision={0}
                suffix="m"
                style={{ width: '100%' }}
              />
            </Form.Item>
          </div>
        ) : null}
        <div className="kit-form-field" data-span={12}>
          <Form.Item name={['lock', 'timeWindows']} label="允许时段" extra="结束早于开始表示跨到次日；没有时段表示不限">
            <TimeWindows />
          </Form.Item>
        </div>
      </div>
    </section>
  );
}
