import { granteeType } from '@tongda/contract/base/org/enums';
import type { AuthRow } from '@tongda/contract/company/resource-auth/calls';
import {
  type AuthRight,
  authRightNames,
  type GrantFamily,
  type GrantKind,
  grantFamilies,
  grantKindNames,
} from '@tongda/contract/company/resource-auth/rights';
import { Alert, Button, Checkbox, DatePicker, Form, Input, Radio, Segmented, TreeSelect } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { ChevronDown } from 'lucide-react';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '../../../kit/call/api';
import { useAct } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { confirm, toast } from '../../../kit/dialog/notify';
import { treeSearch, useTreeOptions } from '../../../kit/form/input/tree-options';
import { ErrorState, Loading } from '../../../kit/show/states';
import { WorkBar } from '../../../kit/work/bar';
import { WorkFrame } from '../../../kit/work/frame';
import { WorkBody } from '../../../kit/work/page';
import { loadOrgs } from '../../base/org/door';
import { searchUsers } from '../../base/reference/door';
import { DualList, type Resource } from './dual-list';
import { families, type GrantFamilyPage } from './families';
import { grantLinks } from './links';
import { type LockForm, LockTermsFields, lockFormOf, lockTermsOf } from './lock-terms-fields';
import { MapPicker } from './map-picker';
import { UserSelect } from './user-select';
import '../../../kit/form/edit-page.css';

interface Values {
  kind: GrantKind;
  granteeType: 1 | 2;
  orgIds: string[];
  userIds: string[];
  resources: Resource[];
  rights: AuthRight[];
  inherit: boolean;
  forever: boolean;
  period: [Dayjs | null, Dayjs | null] | null;
  remark: string;
  lock: LockForm;
}

export const VehicleGrantEditPage = () => <GrantEditPage family="vehicle" />;
export const RegionGrantEditPage = () => <GrantEditPage family="map" />;
export const LockGrantEditPage = () => <GrantEditPage family="lock" />;

/** 资源授权: `?id=` edits one grant; otherwise makes new ones, with the grantee of the address (`granteeType`, `granteeId`) filled in. */
function GrantEditPage({ family }: { family: GrantFamily }) {
  const of = families[family];
  const { detail } = of.calls;
  const [params] = useSearchParams();
  const id = params.get('id');
  const loaded = useAsk(detail, { id: id ?? '' }, { own: 'edit', when: id !== null });
  if (loaded.error) return <ErrorState error={loaded.error} retry={() => void loaded.refetch()} />;
  if (id !== null && !loaded.data) return <Loading />;
  return (
    <GrantForm
      of={of}
      loaded={loaded.data ?? null}
      start={{ type: params.get('granteeType') === '2' || family === 'lock' ? 2 : 1, id: params.get('granteeId') }}
      reload={() => loaded.refetch({ throwOnError: true })}
    />
  );
}

const wire = 'YYYY-MM-DD HH:mm:ss';
function initialValuesOf(
  family: GrantFamily,
  loaded: AuthRow | null,
  start: { type: 1 | 2; id: string | null },
): Values {
  const ids = start.id ? [start.id] : [];
  const period: Values['period'] = loaded?.endTime ? [dayjs(loaded.startTime), dayjs(loaded.endTime)] : null;
  return {
    kind: loaded?.resourceKind ?? grantFamilies[family].kinds[0] ?? 'vehicle',
    granteeType: loaded?.granteeType === granteeType.user ? 2 : loaded ? 1 : start.type,
    orgIds: start.type === 1 ? ids : [],
    userIds: start.type === 2 ? ids : [],
    resources: [],
    rights: loaded?.rights ?? ['view'],
    inherit: loaded?.inherit ?? true,
    forever: family !== 'lock' && !loaded?.endTime,
    period,
    remark: loaded?.remark ?? '',
    lock: lockFormOf(loaded?.terms ?? null),
  };
}

interface FormProps {
  of: GrantFamilyPage;
  loaded: AuthRow | null;
  start: { type: 1 | 2; id: string | null };
  reload: () => Promise<unknown>;
}

function GrantForm({ of, loaded, start, reload }: FormProps) {
  const { family, calls } = of;
  const links = grantLinks(family);
  const [form] = Form.useForm<Values>();
  const navigate = useNavigate();
  const type = Form.useWatch('granteeType', form) ?? start.type;
  const kind = Form.useWatch('kind', form) ?? grantFamilies[family].kinds[0] ?? 'vehicle';
  const forever = Form.useWatch('forever', form) ?? family !== 'lock';
  const save = useAct((v: Values) => saveGrant(of, loaded, v), {
    form,
    // Grants without effect are confirmed first; null: the user cancelled there, and nothing was saved.
    done: (told) => {
      if (told === null) return;
      toast('success', told, loaded ? undefined : 6);
      void navigate(links.list);
    },
    stale: [calls.page, calls.grantees],
    fresh: reload,
  });
  return (
    <WorkFrame
      head={{
        title: loaded ? `编辑授权 · ${loaded.resourceName} → ${loaded.granteeName}` : '新增授权',
        back: links.list,
      }}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={initialValuesOf(family, loaded, start)}
        className="kit-form-edit-form"
        onFinish={(values) => void save.run(values)}
      >
        <WorkBody
          bare
          acts={[save]}
          bar={
            <WorkBar>
              <Button onClick={() => void navigate(links.list)}>取消</Button>
              <Button type="primary" htmlType="submit" loading={save.busy}>
                保存
              </Button>
            </WorkBar>
          }
        >
          <div className="kit-form-edit-groups">
            {loaded ? null : <Grantees type={type} usersOnly={family === 'lock'} />}
            {loaded ? null : (
              <section className="kit-form-group">
                <div className="kit-form-group-head">
                  <h2>资源</h2>
                  <div className="td-cap">只列出您可见的资源</div>
                </div>
                <div className="kit-form-group-grid">
                  <div className="kit-form-field" data-span={12} hidden={grantFamilies[family].kinds.length < 2}>
                    <Form.Item name="kind" noStyle>
                      <Segmented
                        options={grantFamilies[family].kinds.map((value) => ({ value, label: grantKindNames[value] }))}
                        onChange={() => form.setFieldValue('resources', [])}
                      />
                    </Form.Item>
                  </div>
                  <div className="kit-form-field" data-span={12}>
                    <Form.Item
                      name="resources"
                      rules={[{ required: true, type: 'array', min: 1, message: '请选择资源' }]}
                    >
                      {family === 'map' ? <MapPicker kind={kind} /> : <DualList kind={kind} />}
                    </Form.Item>
                  </div>
                </div>
              </section>
            )}
            {family === 'lock' ? <LockTermsFields known={loaded?.terms ?? null} /> : null}
            <Terms of={of} type={loaded?.granteeType ?? type} forever={forever} />
          </div>
        </WorkBody>
      </Form>
    </WorkFrame>
  );
}

/** Changes a grant or makes new ones; answers the sentence for the user, or null when he cancelled after the warnings. */
async function saveGrant(
  { family, calls }: GrantFamilyPage,
  loaded: AuthRow | null,
  v: Values,
): Promise<string | null> {
  const [from, to] = v.forever ? [null, null] : (v.period ?? [null, null]);
  const common = {
    ...(family === 'lock' ? {} : { rights: v.rights }),
    inherit: v.granteeType === 1 && v.inherit,
    ...(from ? { startTime: from.startOf('day').format(wire) } : {}),
    endTime: to ? to.endOf('day').format(wire) : null,
    remark: v.remark,
    ...(family === 'lock' ? { terms: lockTermsOf(v.lock) } : {}),
  };
  if (loaded) {
    await call(calls.update, { id: loaded.id, version: loaded.version, ...common });
    return '授权已保存';
  }
  const given = {
    kind: v.kind,
    granteeType: v.granteeType,
    granteeIds: v.granteeType === 1 ? v.orgIds : v.userIds,
    resourceIds: v.resources.map(({ id }) => id),
  };
  const { warnings } = await call(calls.check, given);
  if (warnings.length > 0 && !(await confirmWarnings(warnings))) return null;
  const done = await call(calls.save, { ...given, ...common });
  return `新增 ${done.added}，更新 ${done.updated}，重复跳过 ${done.skipped}`;
}

const confirmWarnings = (warnings: readonly string[]): Promise<boolean> =>
  confirm({
    title: '部分授权没有作用',
    content: (
      <ul className="company-resource-auth-warnings">
        {warnings.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    ),
    ok: '仍然授权',
  });

function Grantees({ type, usersOnly }: { type: 1 | 2; usersOnly: boolean }) {
  const orgs = useTreeOptions(loadOrgs);
  return (
    <section className="kit-form-group">
      <div className="kit-form-group-head">
        <h2>被授权方</h2>
        <div className="td-cap">{usersOnly ? '可选多个用户' : '部门或用户，可选多个'}</div>
      </div>
      <div className="kit-form-group-grid">
        <div className="kit-form-field" data-span={3} hidden={usersOnly}>
          <Form.Item name="granteeType" label="授权方式">
            <Segmented
              block
              options={[
                { value: 1, label: '部门授权' },
                { value: 2, label: '用户授权' },
              ]}
            />
          </Form.Item>
        </div>
        <div className="kit-form-field" data-span={9}>
          {type === 1 ? (
            <Form.Item
              name="orgIds"
              label="被授权部门"
              rules={[{ required: true, type: 'array', min: 1, message: '请选择被授权部门' }]}
            >
              <TreeSelect
                suffixIcon={<ChevronDown className="td-ico td-mute" />}
                treeData={orgs}
                multiple
                treeDefaultExpandAll
                placeholder="选择部门"
                showSearch={treeSearch}
              />
            </Form.Item>
          ) : (
            <Form.Item
              name="userIds"
              label="被授权用户"
              rules={[{ required: true, type: 'array', min: 1, message: '请选择被授权用户' }]}
            >
              <UserSelect search={searchUsers} />
            </Form.Item>
          )}
        </div>
      </div>
    </section>
  );
}

const rightOptions = (family: GrantFamily) =>
  grantFamilies[family].rights.map((right) => ({
    value: right,
    label: authRightNames[right],
    disabled: right === 'view',
  }));

function Terms({ of, type, forever }: { of: GrantFamilyPage; type: number; forever: boolean }) {
  const lock = of.family === 'lock';
  return (
    <section className="kit-form-group">
      <div className="kit-form-group-head">
        <h2>{lock ? '有效期' : '权限与有效期'}</h2>
        <div className="td-cap">保存后立即生效</div>
      </div>
      <div className="kit-form-group-grid">
        <div className="kit-form-field" data-span={6} hidden={lock}>
          <Form.Item name="rights" label="权限" extra={of.rightsHelp}>
            <Checkbox.Group options={rightOptions(of.family)} />
          </Form.Item>
        </div>
        {type === 1 ? (
          <div className="kit-form-field" data-span={3}>
            <Form.Item name="inherit" valuePropName="checked" label="范围">
              <Checkbox>下级部门也可见</Checkbox>
            </Form.Item>
          </div>
        ) : null}
        <div className="kit-form-field" data-span={3} hidden={lock}>
          <Form.Item name="forever" label="有效期">
            <Radio.Group
              options={[
                { value: true, label: '永久' },
                { value: false, label: '自定义' },
              ]}
            />
          </Form.Item>
        </div>
        {forever ? null : (
          <div className="kit-form-field" data-span={6}>
            <Form.Item
              name="period"
              label="起止日期"
              rules={[
                {
                  validator: async (_rule, value: Values['period']) => {
                    if (!value?.[1]) throw new Error('请选择起止日期');
                    if (value[1].endOf('day').isBefore(dayjs())) throw new Error('结束日期不能早于今天');
                    if (lock && value[1].diff(value[0] ?? dayjs(), 'day') > 365)
                      throw new Error('蓝牙锁授权的有效期最长1年');
                  },
                },
              ]}
            >
              <DatePicker.RangePicker style={{ width: '100%' }} placeholder={['开始', '结束']} />
            </Form.Item>
          </div>
        )}
        <div className="kit-form-field" data-span={12}>
          <Form.Item name="remark" label="说明">
            <Input maxLength={200} placeholder="为什么授权，最多200个字符" />
          </Form.Item>
        </div>
        <div className="kit-form-field" data-span={12}>
          <Alert
            type="info"
            showIcon
            title={
              lock
                ? '撤销在下一次联网校验时生效；手机离线时，已下载的密钥最长24小时内失效。'
                : '只能授出您自己拥有的权限；已有相同授权的跳过，权限或有效期不同的更新为本次设置。'
            }
          />
        </div>
      </div>
    </section>
  );
}
