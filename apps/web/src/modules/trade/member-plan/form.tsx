import { type PlanQuotas, type QuotaKey, quotaKeys, quotaLabels } from '@tongda/contract/base/allowance/quota';
import { keysOf } from '@tongda/contract/core/keys';
import {
  type PlanBenefit,
  type PlanRow,
  planAdd,
  planLabels,
  planModels,
  planPage,
  planUpdate,
  storedQuotaWords,
} from '@tongda/contract/trade/member-plan/calls';
import { Alert, Drawer, Form, Select } from 'antd';
import { useAsk } from '../../../kit/call/use-ask';
import { EditPanel } from '../../../kit/dialog/edit-panel';
import { EditField } from '../../../kit/form/edit-field';
import { NumberField, TextField } from '../../../kit/form/input/fields';
import { askToLeave } from '../../../kit/form/leave-guards';
import { newestRow, useNewestRow } from '../../../kit/list/newest-row';
import { BenefitsInput } from './benefits-input';
import { QuotasInput } from './quotas-input';

const names = keysOf(planLabels);

interface Props {
  row: PlanRow | null;
  done: () => void;
  close: () => void;
}

/** The form of a plan, or of the base, which has quotas alone. */
export function PlanForm(props: Props) {
  const { done, close } = props;
  const [row, renew] = useNewestRow(props.row, ({ id, name }) => newestRow(planPage, { keyword: name }, id));
  const models = useAsk(planModels, undefined).data ?? [];
  const leave = (): void => void askToLeave().then((go) => (go ? close() : undefined));
  const saved = (): void => {
    done();
    close();
  };
  const isBase = row?.isBase ?? false;
  const title = row ? `编辑 ${row.name}` : '新增套餐';
  const start: Partial<PlanRow> = row ?? { quotas: {}, benefits: [], models: [] };
  const quotaWords = (value: unknown): string =>
    quotaKeys
      // the field of the form
      .map((key) => `${quotaLabels[key]}${storedQuotaWords({ quotas: value as PlanQuotas, isBase }, key)}`)
      .join('，');
  return (
    <Drawer open aria-label={title} closable={false} size={560} styles={{ body: { padding: 0 } }} onClose={leave}>
      <EditPanel
        title={title}
        endpoint={row ? planUpdate : planAdd}
        initial={Object.fromEntries(names.map((name) => [name, start[name]]))}
        toInput={(values) => (row ? { ...values, id: row.id, version: row.version } : values)}
        saved={saved}
        close={leave}
        reload={renew}
      >
        {(form) => (
          <>
            {isBase ? null : (
              <>
                <TextField name="name" label={planLabels.name} span={6} />
                <NumberField name="level" label={planLabels.level} span={6} help="1~99，数字大的高于小的" />
              </>
            )}
            <EditField
              name="quotas"
              label={planLabels.quotas}
              span={12}
              show={quotaWords}
              help={
                isBase
                  ? '没有会员的企业按此执行；系统默认：短信按安装设置，其余不限'
                  : '按企业计算，保存后立即生效；低于基础额度的按基础额度'
              }
            >
              <QuotasInput isBase={isBase} />
            </EditField>
            {row ? (
              <Form.Item noStyle shouldUpdate>
                {() => (
                  <Lowered
                    row={row}
                    // the field of the form
                    now={(form.getFieldValue('quotas') as PlanQuotas | undefined) ?? {}}
                  />
                )}
              </Form.Item>
            ) : null}
            {isBase ? null : (
              <>
                <EditField
                  name="benefits"
                  label={planLabels.benefits}
                  span={12}
                  // the field of the form
                  show={(value) => (value as PlanBenefit[]).map((one) => `${one.name} ${one.valueText}`).join('、')}
                  help="照原样显示在套餐对比中，不作限制；只写确实提供的服务"
                >
                  <BenefitsInput />
                </EditField>
                <EditField name="models" label={planLabels.models} span={12} verb="选择" help="不选为全部型号">
                  <Select
                    mode="tags"
                    placeholder="全部型号"
                    options={models.map((model) => ({ value: model, label: model }))}
                  />
                </EditField>
              </>
            )}
          </>
        )}
      </EditPanel>
    </Drawer>
  );
}

/** Less than before: the others have it at once, although they bought more. */
function Lowered({ row, now }: { row: PlanRow; now: PlanQuotas }) {
  const lower = quotaKeys.filter((key) => isLess(row.quotas[key], now[key]));
  if (lower.length === 0 || (!row.isBase && row.clientCount === 0)) return null;
  const what = lower.map((key: QuotaKey) => quotaLabels[key]).join('、');
  const whom = row.isBase ? '所有没有会员的企业' : `正在使用的${row.clientCount}家企业`;
  return (
    <Alert
      className="trade-member-plan-wide"
      type="warning"
      showIcon
      title={`${what}降低后对${whom}立即生效，已购买的也不例外`}
    />
  );
}
/** Whether the second gives less; absent gives the least of a plan. */
function isLess(before: number | null | undefined, after: number | null | undefined): boolean {
  if (before === after || before === undefined || after === null) return false;
  return after === undefined || before === null || after < before;
}
