/** A package without a release for three years that is kept. */
export interface Kept {
  /** when it had its last release, as exactly as its repository or change log says: a year, a month or a day */
  last: string;
  /** who uses it and why it may stay, in words for who runs the product */
  why: string;
}

/**
 * Packages without a release for three years. The day also stands here because a company's mirror of the registry says when it took a version, which may be years after
 * its release; the earlier of both counts. A package that is not named here and gets old fails `packages.test.ts`: replace it, or say here why not.
 */
export const keptPackages: Readonly<Record<string, Kept>> = {
  'abstract-logging': { last: '2020', why: 'fastify 使用；只是一组空函数' },
  'atomic-sleep': { last: '2020', why: '日志 pino 使用；十几行代码，封装 Atomics.wait' },
  bintrees: { last: '2017', why: '指标 prom-client 使用；有序树，不处理外来数据' },
  depd: { last: '2018', why: 'fastify 的静态文件使用；只用于打印弃用提示' },
  dequal: { last: '2022', why: 'fastify 使用；比较两个值，功能已完备' },
  'escape-html': { last: '2015', why: 'fastify 的静态文件使用；转义五个字符，功能已完备' },
  'fast-decode-uri-component': { last: '2018', why: 'fastify 使用；解码网址，由 fastify 维护者发布' },
  'fast-deep-equal': { last: '2020', why: '接口校验 ajv 使用；比较两个值，功能已完备' },
  'fast-querystring': { last: '2023-06', why: 'fastify 使用；解析网址参数，由 fastify 维护者发布' },
  'get-caller-file': { last: '2019', why: '后台任务的命令行使用，服务运行时不经过' },
  'has-flag': { last: '2021', why: '命令行颜色判断使用，不处理外来数据' },
  inherits: { last: '2019', why: 'http-errors 使用；即 Node.js 自带的 util.inherits' },
  interpret: { last: '2022', why: '后台任务的命令行使用，服务运行时不经过' },
  'json-schema-traverse': { last: '2020', why: '接口校验 ajv 使用，与 ajv 同一作者' },
  'json-stringify-pretty-compact': { last: '2022', why: '地图样式工具使用，只在浏览器中' },
  json2mq: { last: '2014', why: '界面组件 antd 使用，只在浏览器中；拼接媒体查询' },
  json5: { last: '2023-01', why: '后台任务的配置读取使用，只读本机文件' },
  minimist: { last: '2023-02', why: '地图样式工具的命令行使用，服务运行时不经过' },
  ms: { last: '2020', why: '调试输出 debug 使用；换算时长的文字，不处理外来数据' },
  'murmurhash-js': { last: '2015', why: '地图组件 maplibre-gl 使用，只在浏览器中；非安全用途的散列' },
  'on-exit-leak-free': { last: '2023-10', why: '日志 pino 使用，由 pino 维护者发布' },
  'openapi-types': { last: '2023-06', why: '接口文档使用；只有类型，没有运行的代码' },
  'pg-int8': { last: '2017', why: '数据库驱动 pg 使用；解析 64 位整数，只读数据库的数据' },
  'quick-format-unescaped': { last: '2021', why: '日志 pino 使用，由 pino 维护者发布' },
  'require-directory': { last: '2015', why: '后台任务的命令行使用，服务运行时不经过' },
  'require-from-string': { last: '2018', why: '接口校验 ajv 使用；只加载 ajv 自己生成的代码' },
  'resolve-from': { last: '2019', why: '后台任务的配置读取使用，只读本机文件' },
  'resolve-protobuf-schema': { last: '2018', why: '地图瓦片 pbf 的命令行使用，浏览器中不经过' },
  saxes: {
    last: '2021',
    why: '读取 KML 与 Excel 文件；不展开外部实体，大小、层数由我们限制，浏览器测试环境 jsdom 也依赖它，没有更合适的替代',
  },
  'scroll-into-view-if-needed': { last: '2023-09', why: '界面组件 antd 使用，只在浏览器中' },
  setprototypeof: { last: '2019', why: 'http-errors 使用；即 Object.setPrototypeOf' },
  split2: { last: '2023-03', why: '日志 pino 与数据库驱动使用，由 Node.js 核心成员维护' },
  'string-convert': { last: '2017', why: '界面组件 antd 使用，只在浏览器中；变量名大小写转换' },
  toidentifier: { last: '2021', why: 'http-errors 使用；十行代码' },
  xmlchars: { last: '2019', why: 'saxes 使用；XML 字符表，与 saxes 同一作者' },
  xtend: { last: '2019', why: '数据库驱动使用；合并对象，功能已完备' },
  y18n: { last: '2021', why: '后台任务的命令行使用，服务运行时不经过' },
  'abort-controller': { last: '2019', why: 'MQTT 客户端的流使用；即 Node.js 自带的 AbortController' },
  buffer: { last: '2020', why: 'MQTT 客户端的流使用；Node.js 下即自带的 Buffer' },
  'buffer-from': { last: '2021', why: 'MQTT 客户端使用；即 Buffer.from' },
  'concat-stream': { last: '2018', why: 'MQTT 的命令行使用，服务运行时不经过' },
  'event-target-shim': { last: '2019', why: 'MQTT 客户端的流使用，随 abort-controller' },
  events: { last: '2021', why: 'MQTT 客户端的流使用；Node.js 下即自带的 events' },
  ieee754: { last: '2020', why: 'MQTT 客户端的 buffer 使用；读写浮点数，功能已完备' },
  process: { last: '2017', why: 'MQTT 客户端的流使用；Node.js 下即自带的 process' },
  'process-nextick-args': { last: '2019', why: 'MQTT 的命令行使用，服务运行时不经过' },
  'safe-buffer': { last: '2020', why: 'MQTT 客户端的流使用；即 Node.js 自带的 Buffer' },
  string_decoder: { last: '2019', why: 'MQTT 客户端的流使用；即 Node.js 自带的 string_decoder' },
  typedarray: { last: '2013', why: 'MQTT 的命令行使用，服务运行时不经过' },
  'util-deprecate': { last: '2015', why: 'MQTT 的命令行使用，只用于打印弃用提示' },
};
