/** In the place of the browser's event streams: says what the test has it say. */
export class Source extends EventTarget {
  static all: Source[] = [];
  readonly url: string;
  isOpen = true;
  constructor(url: string) {
    super();
    this.url = url;
    Source.all.push(this);
  }
  say(name: string, data = "{}", lastEventId = ""): void {
    this.dispatchEvent(new MessageEvent(name, { data, lastEventId }));
  }
  close(): void {
    this.isOpen = false;
  }
}
