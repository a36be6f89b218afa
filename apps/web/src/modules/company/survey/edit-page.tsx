import { visitCompanies } from '@tongda/contract/base/identity/acting';
import { publishStatus } from '@tongda/contract/base/system-enums';
import {
  type SurveyDetail,
  surveyAdd,
  surveyDetail,
  surveyEdit,
  surveyPage,
} from '@tongda/contract/company/survey/manage-calls';
import { minutesOf } from '@tongda/contract/company/survey/question';
import { Select } from 'antd';
import dayjs from 'dayjs';
import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { EditField, FieldGroup } from '../../../kit/form/edit-field';
import { EditPage } from '../../../kit/form/edit-page';
import type { Values } from '../../../kit/form/edit-schema';
import { DateField, SwitchField, TextAreaField, TextField } from '../../../kit/form/input/fields';
import { useStaleAfter } from '../../../kit/live/use-stale-after';
import { shortTime } from '../../../kit/show/format';
import { ErrorState, Loading } from '../../../kit/show/states';
import { surveyLinks } from './links';
import { QuestionsInput } from './questions-input';
import './styles.css';
import { moreChosen } from '../../../kit/form/input/more-chosen';

const wire = 'YYYY-MM-DD HH:mm:ss';
const stale = [surveyPage, surveyDetail];

function toForm(loaded: SurveyDetail | null): Values {
  if (loaded === null)
    return {
      questions: [],
      anonymous: false,
      clientIds: [],
      startTime: dayjs().format(wire),
      endTime: dayjs().add(14, 'day').endOf('day').format(wire),
    };
  const { title, intro, questions, anonymous, clients, startTime, endTime, finishTip } = loaded;
  return { title, intro, questions, anonymous, clientIds: clients.map(({ id }) => id), startTime, endTime, finishTip };
}

/** 新增/编辑问卷: `?id=` edits, `&copy=1` starts a new one from it. */
export function SurveyEditPage() {
  const [params] = useSearchParams();
  const id = params.get('id') ?? undefined;
  useStaleAfter(stale);
  if (id !== undefined && params.get('copy') === '1') return <CopyPage id={id} />;
  return <FormPage id={id} start={toForm} />;
}

function CopyPage({ id }: { id: string }) {
  const source = useAsk(surveyDetail, { id }, { own: 'copy' });
  const { data } = source;
  const start = useCallback((): Values => {
    const { startTime, endTime } = toForm(null);
    return { ...toForm(data ?? null), startTime, endTime };
  }, [data]);
  if (source.error) return <ErrorState error={source.error} retry={() => void source.refetch()} />;
  return data ? <FormPage start={start} /> : <Loading />;
}

function FormPage({ id, start }: { id?: string; start: (loaded: SurveyDetail | null) => Values }) {
  return (
    <EditPage<SurveyDetail, typeof surveyEdit>
      noun="问卷"
      id={id}
      load={surveyDetail}
      save={surveyEdit}
      create={surveyAdd}
      toForm={start}
      toInput={(values, loaded) => (loaded === null ? values : { ...values, id: loaded.id, version: loaded.version })}
      back={surveyLinks.list}
      head={(loaded) => ({
        status: publishStatus.label(loaded.status),
        meta: `约${minutesOf(loaded.questions)}分钟　${loaded.createUser} 创建，最近修改 ${shortTime(loaded.updateTime)}`,
      })}
      body={(loaded) => {
        const fixed = loaded !== null && loaded.status !== publishStatus.draft;
        return (
          <>
            <FieldGroup title="基本信息" hint="保存为草稿，发布后企业用户可以填写">
              <TextField name="title" label="问卷名称" span={6} />
              <DateField name="startTime" label="开始时间" time />
              <DateField name="endTime" label="结束时间" time />
              <TextAreaField name="intro" label="说明" />
              <TextAreaField name="finishTip" label="完成提示" />
              <EditField
                name="clientIds"
                label="范围"
                span={6}
                verb="选择"
                help="不选为全部企业"
                show={(value) => (Array.isArray(value) && value.length > 0 ? `${value.length}家企业` : '全部企业')}
              >
                <CompaniesInput known={loaded?.clients ?? []} />
              </EditField>
              <SwitchField name="anonymous" label="匿名" disabled={fixed} help="匿名答卷不记录姓名和企业名称" />
            </FieldGroup>
            <FieldGroup title="题目" hint={fixed ? '已发布的问卷不能修改题目，可复制为新问卷' : undefined}>
              <EditField
                name="questions"
                label="题目"
                span={12}
                show={(value) => `${Array.isArray(value) ? value.length : 0}题`}
              >
                <QuestionsInput disabled={fixed} />
              </EditField>
            </FieldGroup>
          </>
        );
      }}
    />
  );
}

interface CompaniesInputProps {
  known: ReadonlyArray<{ id: string; name: string }>;
  id?: string;
  value?: string[];
  onChange?: (ids: string[]) => void;
}
/** Companies, found by name. */
function CompaniesInput({ known, id, value, onChange }: CompaniesInputProps) {
  const [keyword, setKeyword] = useState('');
  const [picked, setPicked] = useState<ReadonlyMap<string, string>>(new Map(known.map((one) => [one.id, one.name])));
  const found = useAsk(visitCompanies, { keyword }, { keep: true });
  const names = new Map([...picked, ...(found.data ?? []).map((one) => [one.value, one.label] as const)]);
  return (
    <Select<string[]>
      id={id}
      mode="multiple"
      value={value}
      placeholder="全部企业"
      maxTagCount="responsive"
      maxTagPlaceholder={moreChosen}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      options={[...names].map(([key, label]) => ({ value: key, label }))}
      onChange={(ids) => {
        setPicked(new Map(ids.map((one) => [one, names.get(one) ?? one])));
        onChange?.(ids);
      }}
    />
  );
}
