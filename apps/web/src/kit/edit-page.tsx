import { useQuery } from '@tanstack/react-query';
import type { Endpoint, Input } from '@tongda/contract/core/endpoint';
import { message } from '@tongda/contract/messages';
import { Button, Form } from 'antd';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { z } from 'zod';
import { call } from './api';
import { ApiError } from './api-error';
import { ChangesPanel } from './changes-panel';
import { EditContext, type FieldMeta } from './edit-context';
import { normalise, pathOf, type Values } from './edit-schema';
import { ErrorBar } from './error-bar';
import { confirm, reportError, toast } from './notify';
import { ErrorState, Loading } from './states';
import { useDirtyGuard } from './use-dirty-guard';
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
  /** page to return to */
  back: string;
  head?: (loaded: L) => EditHead;
  /** panels under 修改内容: estimates, checks, <OperationLog/> */
  aside?: (loaded: L | null) => ReactNode;
  children: ReactNode;
}

/** Adding and editing one object: groups of fields, list of changes, sticky bar; rules and sentences come from the endpoint's input. */
export function EditPage<L, S extends Endpoint>(props: EditPageProps<L, S>) {
  const { id, load } = props;
  const loaded = useQuery({
    queryKey: [load.path, 'edit', id],
    queryFn: ({ signal }) => call(load, { id } as Input<typeof load>, { signal, quiet: true }),
    enabled: id !== undefined,
    // What is being edited must not change under the hands: a newer version is the server's to refuse.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (id !== undefined && loaded.error) return <ErrorState error={loaded.error} retry={() => void loaded.refetch()} />;
  if (id !== undefined && loaded.data === undefined) return <Loading />;
  return (
    <EditForm
      key={`${id} ${loaded.dataUpdatedAt}`}
      {...props}
      loaded={loaded.data ?? null}
      reload={() => void loaded.refetch()}
    />
  );
}

function EditForm<L, S extends Endpoint>(props: EditPageProps<L, S> & { loaded: L | null; reload: () => void }) {
  const { noun, loaded, back, toForm, toInput } = props;
  const endpoint: Endpoint = loaded === null ? (props.create ?? props.save) : props.save;
  const schema = endpoint.input;
  const [form] = Form.useForm<Values>();
  const [initial] = useState(() => toForm(loaded));
  const fields = useRef(new Map<string, FieldMeta>());
  const [saving, setSaving] = useState(false);
  const navigate = useNavigate();
  const guard = useDirtyGuard(form, initial);
  const scope = useMemo(
    () => ({
      form,
      schema,
      initial,
      readOnly: false,
      register: (meta: FieldMeta) => {
        fields.current.set(meta.name, meta);
        return () => void fields.current.delete(meta.name);
      },
      input: (): Values => {
        const values = normalise(schema, form.getFieldsValue(true), [...fields.current.keys()]);
        return toInput ? toInput(values, loaded) : values;
      },
    }),
    [form, schema, initial, toInput, loaded],
  );
  const submit = async (): Promise<void> => {
    try {
      await form.validateFields();
    } catch {
      focusFirstError(form);
      return;
    }
    const input = scope.input();
    setSaving(true);
    try {
      await call(endpoint, input as Input<Endpoint>);
      guard.release();
      toast('success', message('save.ok'));
      navigate(back);
    } catch (error) {
      await explain(error);
    } finally {
      setSaving(false);
    }
  };
  /** Findings go to their fields; a newer version asks for a reload; the rest is told. */
  const explain = async (error: unknown): Promise<void> => {
    if (!(error instanceof ApiError)) return reportError(error);
    const known = error.errors.filter(({ field }) => fields.current.has(field));
    form.setFields(known.map(({ field, msg }) => ({ name: pathOf(field), errors: [msg] })));
    if (known.length > 0) return focusFirstError(form);
    if (error.code === 4009 && (await confirm({ title: error.message, ok: '刷新' }))) {
      guard.release();
      return props.reload();
    }
    const other = error.errors[0];
    if (other && !known.includes(other)) return toast('error', `${other.msg}`);
    reportError(error);
  };
  const head = loaded === null ? undefined : props.head?.(loaded);
  return (
    <EditContext.Provider value={scope}>
      <section className="td-edit">
        <header className="td-edit-head">
          <Button type="text" icon={<ArrowLeft />} aria-label="返回" onClick={() => navigate(back)} />
          <h1>{loaded === null ? `新增${noun}` : `编辑${noun}`}</h1>
          {head?.code ? <span className="td-edit-code">{head.code}</span> : null}
          {head?.status}
          <span className="td-edit-meta">{head?.meta}</span>
        </header>
        <Form<Values>
          form={form}
          layout="vertical"
          initialValues={initial}
          requiredMark={false}
          validateTrigger={['onBlur']}
          className="td-edit-form"
          onFinish={() => void submit()}
          scrollToFirstError={{ block: 'center' }}
        >
          <div className="td-edit-body">
            <div className="td-edit-groups">{props.children}</div>
            <aside className="td-edit-aside" aria-label="附加信息">
              <ChangesPanel fields={fields.current} isNew={loaded === null} />
              {props.aside?.(loaded)}
            </aside>
          </div>
          <footer className="td-edit-bar">
            <ErrorBar fields={fields.current} />
            <span className="td-edit-bar-right">
              <Button onClick={() => navigate(back)}>取消</Button>
              <Button type="primary" htmlType="submit" loading={saving}>
                保存
              </Button>
            </span>
          </footer>
        </Form>
      </section>
    </EditContext.Provider>
  );
}

function focusFirstError(form: ReturnType<typeof Form.useForm<Values>>[0]): void {
  const first = form.getFieldsError().find(({ errors }) => errors.length > 0);
  if (first) form.scrollToField(first.name, { block: 'center', focus: true });
}
