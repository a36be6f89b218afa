import type { Endpoint, Input } from '@tongda/contract/core/endpoint';
import { Alert, Button, ConfigProvider, Form } from 'antd';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { z } from 'zod';
import { useAsk } from '../call/use-ask';
import { ChangesPanel } from '../detail/changes-panel';
import { Can } from '../session/can';
import { ErrorState, Loading } from '../show/states';
import { WorkBar } from '../work/bar';
import { WorkFrame } from '../work/frame';
import { WorkBody } from '../work/page';
import { DraftStrip, useDraft } from './draft';
import { EditContext, type FieldMeta } from './edit-context';
import type { Values } from './edit-schema';
import { ErrorBar } from './error-bar';
import { useDirtyGuard } from './use-dirty-guard';
import { useEditSave } from './use-edit-save';
import { useInitial } from './use-initial';
import { useFormScope } from './use-scope';
import './edit-page.css';

export interface EditHead {
  code?: ReactNode;
  status?: ReactNode;
  /** who and when, at the right end */
  meta?: ReactNode;
}

interface EditPageProps<L, S extends Endpoint> {
  /** 车辆: the page is titled 新增车辆 or 编辑车辆 */
  noun: string;
  /** what is edited; absent = a new one */
  id?: string;
  load: Endpoint<z.ZodType, z.ZodType<L>>;
  save: S;
  create?: Endpoint;
  /** form values of what was loaded, or of a new one (null) */
  toForm: (loaded: L | null) => Values;
  /** adds what the form does not show (id, version) */
  toInput?: (values: Values, loaded: L | null) => Values;
  /** turns the input into what is sent, where that takes time (a password is hashed) */
  prepare?: (input: Values) => Promise<Values>;
  /** name of its drafts, where a new one may be kept half-done (存草稿) */
  draft?: string;
  /** how choices of a copy read, see `EditScope` */
  names?: Readonly<Record<string, string>>;
  /** another way to go on after saving, for who may: 保存并配载 */
  next?: { label: string; can: Endpoint; to: (answer: unknown) => string };
  /** page to return to */
  back: string;
  /** shows what the answer brings before the page is left */
  saved?: (answer: unknown) => void | Promise<void>;
  /** looks at a failure of saving first; true = the page deals with it */
  refused?: (error: unknown) => boolean;
  /** why what was loaded is for looking at only, so that nothing can be typed or saved; null: it may be changed */
  locked?: (loaded: L) => string | null;
  head?: (loaded: L) => EditHead;
  /** panels under 修改内容: estimates, checks, <OperationLog/> */
  aside?: (loaded: L | null) => ReactNode;
  /** <FieldGroup/>s with the fields; `loaded` is null for a new one */
  body: (loaded: L | null) => ReactNode;
}

/** Adding and editing one object: groups of fields, list of changes, sticky bar; rules and sentences come from the endpoint's input. */
export function EditPage<L, S extends Endpoint>(props: EditPageProps<L, S>) {
  const { id, load } = props;
  // 保存并新增 starts a fresh form
  const [round, setRound] = useState(0);
  // the page is about one record: its call asks for the id, and it runs with one only
  const loaded = useAsk(load, { id } as Input<typeof load>, { own: 'edit', when: id !== undefined });
  if (id !== undefined && loaded.error) return <ErrorState error={loaded.error} retry={() => void loaded.refetch()} />;
  if (id !== undefined && loaded.data === undefined) return <Loading />;
  return (
    <EditForm
      key={`${id} ${round}`}
      {...props}
      loaded={loaded.data ?? null}
      reload={() => loaded.refetch({ throwOnError: true })}
      again={() => setRound(round + 1)}
    />
  );
}

function EditForm<L, S extends Endpoint>(
  props: EditPageProps<L, S> & { loaded: L | null; reload: () => Promise<unknown>; again: () => void },
) {
  const { noun, loaded, back, toInput, next } = props;
  const endpoint: Endpoint = loaded === null ? (props.create ?? props.save) : props.save;
  const [form] = Form.useForm<Values>();
  const initial = useInitial(form, loaded, props.toForm);
  const [fields] = useState(() => new Map<string, FieldMeta>());
  const navigate = useNavigate();
  const guard = useDirtyGuard(form, initial);
  const draft = useDraft(loaded === null ? (props.draft ?? null) : null, form, fields);
  const answered = useRef<unknown>(null);
  const names = useMemo(() => ({ ...props.names, ...draft.names }), [props.names, draft.names]);
  const scope = useFormScope({
    form,
    schema: endpoint.input,
    initial,
    fields,
    names,
    finish: (values) => toInput?.(values, loaded) ?? values,
  });
  const leave = (go: () => void) => () => {
    guard.release();
    go();
  };
  const { act, save } = useEditSave({
    endpoint,
    form,
    input: scope.input,
    prepare: props.prepare,
    saved: async (answer) => {
      answered.current = answer;
      draft.finish();
      await props.saved?.(answer);
    },
    refused: props.refused,
    done: leave(() => void navigate(back)),
    reload: props.reload,
  });
  const locked = loaded === null ? null : (props.locked?.(loaded) ?? null);
  return (
    <EditContext.Provider value={scope}>
      <WorkFrame
        head={{
          title: `${loaded === null ? '新增' : locked === null ? '编辑' : '查看'}${noun}`,
          back,
          ...headOf(loaded === null ? undefined : props.head?.(loaded)),
        }}
      >
        <DraftStrip draft={draft} />
        {locked === null ? null : <Alert banner type="info" showIcon title={locked} />}
        <Form<Values>
          form={form}
          layout="vertical"
          initialValues={initial}
          requiredMark={false}
          validateTrigger={['onBlur']}
          className="kit-form-edit-form"
        >
          <WorkBody
            bare
            acts={[act]}
            aside={{
              label: '附加信息',
              panels: (
                <>
                  {locked === null ? <ChangesPanel fields={fields} isNew={loaded === null} /> : null}
                  {props.aside?.(loaded)}
                </>
              ),
            }}
            bar={
              <EditBar
                fields={fields}
                busy={act.busy}
                keep={keepOf(draft.keep, guard)}
                next={
                  next && {
                    can: next.can,
                    label: next.label,
                    run: leave(() => void navigate(next.to(answered.current))),
                  }
                }
                cancel={() => void navigate(back)}
                again={loaded === null ? leave(props.again) : null}
                save={locked === null ? save : null}
              />
            }
          >
            <ConfigProvider componentDisabled={locked !== null}>
              <div className="kit-form-edit-groups">{props.body(loaded)}</div>
            </ConfigProvider>
          </WorkBody>
        </Form>
      </WorkFrame>
    </EditContext.Provider>
  );
}

const headOf = (head: EditHead | undefined) => ({ code: head?.code, marks: head?.status, meta: head?.meta });

/** 存草稿, after which nothing is unsaved. */
const keepOf = (
  keep: ReturnType<typeof useDraft>['keep'],
  guard: Pick<ReturnType<typeof useDirtyGuard>, 'settle'>,
): EditBarProps['keep'] => keep && { busy: keep.busy, run: () => void keep.run().then((at) => at && guard.settle()) };

interface EditBarProps {
  fields: Map<string, FieldMeta>;
  busy: boolean;
  /** 存草稿, where the page keeps drafts */
  keep: { busy: boolean; run: () => void } | null | undefined;
  /** a further step after saving, for those who may do it */
  next: { can: Endpoint; label: string; run: () => void } | undefined;
  cancel: () => void;
  /** to an empty form after saving; null when something is edited */
  again: (() => void) | null;
  /** null when nothing may be changed: there is the way back only */
  save: ((then?: () => void) => Promise<unknown>) | null;
}

/** The bar at the foot of the form. */
function EditBar({ fields, busy, keep, next, cancel, again, save }: EditBarProps) {
  if (save === null)
    return (
      <WorkBar>
        <Button onClick={cancel}>返回</Button>
      </WorkBar>
    );
  return (
    <WorkBar note={<ErrorBar fields={fields} />}>
      <Button onClick={cancel}>取消</Button>
      {keep ? (
        <Button loading={keep.busy} onClick={keep.run}>
          存草稿
        </Button>
      ) : null}
      {again ? (
        <Button disabled={busy} onClick={() => void save(again)}>
          保存并新增
        </Button>
      ) : null}
      {next ? (
        <Can do={next.can}>
          <Button disabled={busy} onClick={() => void save(next.run)}>
            {next.label}
          </Button>
        </Can>
      ) : null}
      <Button type="primary" loading={busy} onClick={() => void save()}>
        保存
      </Button>
    </WorkBar>
  );
}
