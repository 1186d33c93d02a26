/** A file to upload. A stream is sent as it is read; it cannot be read twice, so such a request is not repeated. */
export interface Upload<Type extends string = string> {
  type: Type | `${Type}; charset=${string}`;
  content: string | Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
}
