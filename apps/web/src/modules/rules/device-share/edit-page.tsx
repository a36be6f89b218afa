import { keysOf } from '@tongda/contract/core/keys';
import { shareScope, sharingStatus } from '@tongda/contract/resources/vehicle/enums';
import {
  type ShareDetail,
  shareAdd,
  shareChangeHis,
  shareCompany,
  shareDetail,
  shareInDetail,
  shareInvite,
  shareOutDetail,
  sharePage,
  shareUpdate,
} from '@tongda/contract/rules/device-share/calls';
import { shareLabels, shareLimits } from '@tongda/contract/rules/device-share/fields';
import { Button, Checkbox, Form } from 'antd';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useAct } from '../../../kit/call/use-act';
import { OperationLog } from '../../../kit/detail/change-history';
import { Panel } from '../../../kit/detail/panel';
import { useEditScope } from '../../../kit/form/edit-context';
import { EditField, FieldGroup } from '../../../kit/form/edit-field';
import { EditPage } from '../../../kit/form/edit-page';
import type { Values } from '../../../kit/form/edit-schema';
import { DateField, NumberField, TextAreaField, TextField } from '../../../kit/form/input/fields';
import { useStaleAfter } from '../../../kit/live/use-stale-after';
import { none, shortTime } from '../../../kit/show/format';
import { StateDot } from '../../../kit/show/state-dot';
import { VehiclePicker } from '../../base/vehicle-picker/door';
import { useShareLinks } from './links';
import { shareTones } from './tones';
import './styles.css';

const names = keysOf(shareLabels);
const blank: Values = { vehicleIds: [], scopes: ['position', 'track', 'temperature', 'report'] };
const stale = [sharePage, shareDetail, shareOutDetail, shareInDetail, shareChangeHis];

/** 新增/编辑共享: `?id=` edits. */
export function ShareEditPage() {
  const [params] = useSearchParams();
  return <Page id={params.get('id') ?? undefined} create={shareAdd} start={blank} />;
}

/** 共享邀请: a share for a company that has no code yet, by a code of its own. */
export function ShareInvitePage() {
  return <Page id={undefined} create={shareInvite} start={{ ...blank, hours: 72 }} />;
}

interface PageProps {
  id: string | undefined;
  create: typeof shareAdd | typeof shareInvite;
  start: Values;
}

function Page({ id, create, start }: PageProps) {
  const links = useShareLinks();
  useStaleAfter(stale);
  const invites = create === shareInvite;
  return (
    <EditPage<ShareDetail, typeof shareUpdate>
      noun={invites ? '邀请' : '共享'}
      id={id}
      load={shareDetail}
      save={shareUpdate}
      create={create}
      toForm={(loaded) => (loaded === null ? start : Object.fromEntries(names.map((name) => [name, loaded[name]])))}
      toInput={(values, loaded) => (loaded === null ? values : { ...values, id: loaded.id, version: loaded.version })}
      back={links.list}
      head={(share) => ({
        code: `GX${share.id} ${share.partnerName}`,
        status: <StateDot of={sharingStatus} tones={shareTones} code={share.status} />,
        meta: `创建于 ${shortTime(share.createTime)}　最近修改 ${share.updateUser} ${shortTime(share.updateTime)}`,
      })}
      aside={(share) =>
        share ? (
          <OperationLog of={shareChangeHis} id={share.id} />
        ) : (
          <Panel title="对方能看到什么">
            <p className="td-cap">
              {invites
                ? '保存后在“邀请记录”中复制邀请码发给对方；对方登录后输入邀请码并接受，共享才生效。'
                : '对方接受后共享才生效。'}
              对方只能查看所选内容，只限起止日期之内的数据，不能下发指令，也不能转共享。
            </p>
          </Panel>
        )
      }
      body={(share) => <ShareFields invites={invites} isNew={share === null} />}
    />
  );
}

function ShareFields({ invites, isNew }: { invites: boolean; isNew: boolean }) {
  return (
    <>
      {isNew ? (
        <FieldGroup title="共享给谁">
          {invites ? (
            <NumberField name="hours" label="邀请有效期" unit="小时" help={`1~${shareLimits.inviteHours}小时`} />
          ) : (
            <PartnerField />
          )}
        </FieldGroup>
      ) : null}
      <FieldGroup title="共享什么">
        <EditField name="vehicleIds" label="车辆" span={6} verb="选择" show={countWords}>
          <VehiclePicker multiple max={shareLimits.vehicles} />
        </EditField>
        <EditField name="scopes" label="共享内容" span={6} verb="选择" show={scopeWords}>
          <ScopeChoice />
        </EditField>
        <DateField name="validFrom" label="开始日期" />
        <DateField name="validUntil" label="结束日期" help="空白为长期" />
        <TextAreaField name="remark" label="备注" rows={1} span={12} />
      </FieldGroup>
    </>
  );
}

/** The code of the other company, and its name before anything is shared with it. */
function PartnerField() {
  const { form } = useEditScope();
  const code = String(Form.useWatch('code', form) ?? '').trim();
  const [found, setFound] = useState<{ code: string; name: string } | null>(null);
  const look = useAct(shareCompany, { done: ({ name }, input) => setFound({ code: input.code, name }) });
  return (
    <>
      <TextField
        name="code"
        label="对方的共享识别码"
        span={6}
        upper
        placeholder="向对方公司的管理员索取"
        help={found && found.code === code ? `对方公司：${found.name}` : undefined}
      />
      <div className="rules-device-share-look">
        <Button icon={<Search />} disabled={code === ''} loading={look.busy} onClick={() => void look.run({ code })}>
          核对公司
        </Button>
      </div>
    </>
  );
}

// the field is a list of ids
const countWords = (ids: unknown): string => `${(ids as string[] | undefined)?.length ?? 0}辆`;
const scopeWords = (codes: unknown): string =>
  // the field is a list of scopes
  ((codes ?? []) as string[]).map((code) => shareScope.label(code)).join('、') || none;
// the control takes any word, not only these codes
const scopes = shareScope.options.map(({ code, name }) => ({ value: code as string, label: name }));

/** 位置 轨迹 温湿度 报警, all in sight. */
function ScopeChoice({ value, onChange, id }: { value?: string[]; onChange?: (codes: string[]) => void; id?: string }) {
  return (
    <fieldset className="rules-device-share-scopes" id={id} aria-label="共享内容">
      <Checkbox.Group<string> value={value ?? []} options={scopes} onChange={(codes) => onChange?.(codes)} />
    </fieldset>
  );
}
