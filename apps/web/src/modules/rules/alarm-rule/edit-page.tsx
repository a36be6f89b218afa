import {
  type RuleDetail,
  type RuleType,
  ruleAdd,
  ruleChangeHis,
  ruleDetail,
  ruleFormInput,
  ruleHistory,
  rulePage,
  ruleType,
  ruleUpdate,
} from '@tongda/contract/rules/alarm-rule/calls';
import { ruleParams, ruleScope } from '@tongda/contract/rules/alarm-rule/codes';
import { type RuleKind, ruleKind } from '@tongda/contract/rules/alarm-rule/kind';
import { fieldsOf } from '@tongda/contract/rules/alarm-rule/words';
import { episodeLevel } from '@tongda/contract/watch/alarm/episode';
import { Select } from 'antd';
import { useCallback, useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { OperationLog } from '../../../kit/detail/change-history';
import { FieldGroup } from '../../../kit/form/edit-field';
import { type EditHead, EditPage } from '../../../kit/form/edit-page';
import type { Values } from '../../../kit/form/edit-schema';
import { SelectField, SwitchField, TextField } from '../../../kit/form/input/fields';
import { useInvalidate } from '../../../kit/list/use-rows';
import { shortTime } from '../../../kit/show/format';
import { ErrorState, Loading } from '../../../kit/show/states';
import { type Conflict, ConflictNote, conflictOf } from './conflict-note';
import { CurvePanel } from './curve-panel';
import { ruleLinks } from './links';
import { ParamFields } from './param-fields';
import { PeriodFields } from './period-fields';
import { ScopeFields } from './scope-fields';
import { SentencePanel } from './sentence-panel';
import { TrialPanel } from './trial-panel';
import './styles.css';

/** The edit screens of the specification: one form, told which kinds it is for. */
export const CommonRulePage = () => <RuleEditPage type="common" />;
export const OverTemperatureRulePage = () => <RuleEditPage type="overTemp" />;
export const ZoneRulePage = () => <RuleEditPage type="zone" />;
export const DoorRulePage = () => <RuleEditPage type="door" />;
export const TimelinessRulePage = () => <RuleEditPage type="timeliness" />;
export const ActiveSafetyRulePage = () => <RuleEditPage type="activeSafety" />;

function RuleEditPage({ type }: { type: RuleType }) {
  const [query] = useSearchParams();
  const id = query.get('id') ?? undefined;
  const kinds: readonly RuleKind[] = ruleType[type].kinds;
  const asked = kinds.find((kind) => kind === query.get('kind')) ?? kinds[0] ?? 'speed';
  const invalidate = useInvalidate();
  useEffect(
    () => () => {
      for (const endpoint of [rulePage, ruleDetail, ruleChangeHis, ruleHistory]) void invalidate(endpoint);
    },
    [invalidate],
  );
  if (id === undefined) return <RuleForm key={asked} kind={asked} kinds={kinds} start={() => blankRule(asked)} />;
  return <Known id={id} kinds={kinds} copy={query.get('copy') === '1'} trial={query.get('trial') === '1'} />;
}

/** The kind must be known before the form is: it says which fields there are. */
function Known(props: { id: string; kinds: readonly RuleKind[]; copy: boolean; trial: boolean }) {
  const { id, kinds, copy } = props;
  const source = useAsk(ruleDetail, { id }, { own: 'kind' });
  const { data } = source;
  const copied = useCallback((): Values => (data ? { ...valuesOf(data), name: copyName(data.name) } : {}), [data]);
  if (source.error) return <ErrorState error={source.error} retry={() => void source.refetch()} />;
  if (!data) return <Loading />;
  if (copy) return <RuleForm kind={data.kind} kinds={kinds} start={copied} places={data.places} />;
  return <RuleForm id={id} kind={data.kind} kinds={kinds} start={valuesOf} trial={props.trial} />;
}

const longestName = 30;
const copyName = (name: string): string => `${name.slice(0, longestName - 3)}-副本`;

const valuesOf = (rule: RuleDetail | null): Values => {
  if (!rule) return {};
  const { id: _id, version: _version, places: _places, updateUser: _user, updateTime: _time, ...values } = rule;
  return values;
};

/** A new rule: the defaults of its kind's fields; lists empty, what nobody can guess absent. */
function blankRule(kind: RuleKind): Values {
  const first = fieldsOf(kind).map(([name, { schema, begins }]) => {
    const parsed = schema.safeParse(undefined);
    return [name, begins ?? (parsed.success ? parsed.data : undefined)];
  });
  return {
    kind,
    level: episodeLevel.ordinary,
    enabled: true,
    scope: ruleScope.company,
    targetIds: [],
    excludeIds: [],
    period: { weekdays: [], spans: [] },
    params: Object.fromEntries(first),
  };
}

/** The calls with the checks of one kind: what the form shows is what the server will say. */
const forms = Object.fromEntries(
  ruleKind.codes.map((kind) => {
    const input = ruleFormInput(kind);
    return [kind, { save: { ...ruleUpdate, input }, create: { ...ruleAdd, input } }];
  }),
  // one entry for each kind: `Object.fromEntries` forgets the keys, and the calls differ in their input only
) as unknown as Record<RuleKind, { save: typeof ruleUpdate; create: typeof ruleAdd }>;

interface RuleFormProps {
  id?: string;
  kind: RuleKind;
  kinds: readonly RuleKind[];
  start: (loaded: RuleDetail | null) => Values;
  /** names of places that a copy begins with */
  places?: RuleDetail['places'];
  trial?: boolean;
}

function RuleForm({ id, kind, kinds, start, places = [], trial = false }: RuleFormProps) {
  const { save, create } = forms[kind];
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const refused = (error: unknown): boolean => {
    const found = conflictOf(error);
    setConflict(found);
    return found !== null;
  };
  const [toInput] = useState(
    () =>
      (values: Values, rule: RuleDetail | null): Values =>
        rule ? { ...values, kind, id: rule.id, version: rule.version } : { ...values, kind },
  );
  return (
    <EditPage<RuleDetail, typeof ruleUpdate>
      noun={`${ruleKind.label(kind)}规则`}
      id={id}
      load={ruleDetail}
      save={save}
      create={create}
      toForm={start}
      toInput={toInput}
      refused={refused}
      back={ruleLinks.list}
      head={headOf}
      aside={(loaded) => (
        <>
          <SentencePanel kind={kind} known={loaded?.places ?? places} />
          <CurvePanel kind={kind} />
          <TrialPanel kind={kind} ruleId={loaded?.id} startOpen={trial} />
          {loaded ? <OperationLog of={ruleChangeHis} id={loaded.id} /> : null}
        </>
      )}
      body={(loaded) => (
        <>
          {conflict ? <ConflictNote conflict={conflict} /> : null}
          <FieldGroup title="基本信息" hint="保存后两秒内生效，无需重启">
            <TextField name="name" label="规则名称" placeholder="公司内不重复" />
            <KindChoice kind={kind} kinds={kinds} fixed={id !== undefined || places.length > 0} />
            {'severeMin' in ruleParams[kind].shape ? null : (
              <SelectField name="level" label="报警级别" options={levels} segmented />
            )}
            <SwitchField name="enabled" label="状态" words={['停用', '启用']} />
            <TextField name="remark" label="备注" span={6} />
          </FieldGroup>
          <ParamFields kind={kind} known={loaded?.places ?? places} />
          <ScopeFields />
          <PeriodFields />
        </>
      )}
    />
  );
}

const levels = episodeLevel.options.filter(({ code }) => code !== episodeLevel.none);
const headOf = (rule: RuleDetail): EditHead => ({
  code: rule.name,
  meta: `第 ${rule.version} 版 · 最近修改 ${rule.updateUser || '系统'} ${shortTime(rule.updateTime)}`,
});

/** Another kind has other fields: the form begins anew. */
function KindChoice({ kind, kinds, fixed }: { kind: RuleKind; kinds: readonly RuleKind[]; fixed: boolean }) {
  const navigate = useNavigate();
  if (kinds.length === 1) return null;
  return (
    <div className="kit-form-field rules-alarm-rule-kind" data-span={3}>
      <label htmlFor="rule-kind">规则类型</label>
      <Select<RuleKind>
        id="rule-kind"
        value={kind}
        disabled={fixed}
        options={kinds.map((code) => ({ value: code, label: ruleKind.label(code) }))}
        onChange={(next) => void navigate(ruleLinks.add(next), { replace: true })}
      />
    </div>
  );
}
