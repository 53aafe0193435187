import { useEffect, useRef, useState } from "react";
import { ArrowUp, MessageCircle, RotateCcw, Square, X } from "lucide-react";
import { ask, clearConversation, readConversation } from "./ask.js";
import { messageOf } from "./api.js";
import { config } from "./config.js";
import { Citations, Words } from "./words.jsx";

/** @import { AssistantView, Message as Said } from "./types" */

/** @param {Said} props */
function Message({ role, content, sources = [], isLive }) {
  const [opened, setOpened] = useState(/** @type {number | undefined} */ (undefined));
  if (role === "user")
    return (
      <div className="ml-8 self-end whitespace-pre-wrap break-words rounded-2xl rounded-br-sm bg-primary px-3 py-2 text-primary-foreground">
        {content}
      </div>
    );
  const citations = sources.filter(({ number }) => number !== undefined);
  const rows = sources.filter(({ number }) => number === undefined);
  // A quotation contains its source already.
  const named = content.includes("> **") ? [] : rows;
  return (
    <div className="mr-4 self-start break-words rounded-2xl rounded-bl-sm bg-muted px-3 py-1.5 text-foreground">
      {content ? (
        <Words text={content} citations={citations} onOpen={setOpened} />
      ) : (
        isLive && (
          <span className="my-1 block animate-pulse text-muted-foreground motion-reduce:animate-none">Looking…</span>
        )
      )}
      {named.length > 0 && (
        <div className="mb-1 mt-2 flex flex-wrap gap-1" aria-label="Taken from">
          {named.map(({ entity, title }) => (
            <span
              key={`${entity}/${title}`}
              className="max-w-full truncate rounded-full border border-border px-2 py-0.5 text-xs text-muted-foreground"
            >
              {entity}: {title}
            </span>
          ))}
        </div>
      )}
      <Citations citations={citations} opened={opened} onOpen={setOpened} />
    </div>
  );
}

/**
 * State of the conversation.
 * @param {boolean} isOpen
 */
function useConversation(isOpen) {
  const [messages, setMessages] = useState(/** @type {Said[] | undefined} */ (undefined));
  const [problem, setProblem] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const running = useRef(/** @type {AbortController | null} */ (null));
  const isRead = messages !== undefined;
  useEffect(() => {
    if (!isOpen || isRead) return;
    readConversation().then(setMessages, (error) => {
      setMessages([]);
      setProblem(error.message);
    });
  }, [isOpen, isRead]);
  useEffect(() => () => running.current?.abort(), []);

  /** @param {(last: Said) => Partial<Said> | undefined} change of the last message; without a result it goes */
  const grow = (change) =>
    setMessages((list = []) => {
      const last = list.at(-1);
      const next = last && change(last);
      return [...list.slice(0, -1), ...(next ? [{ ...last, ...next }] : [])];
    });
  /** @param {string} content */
  const say = async (content) => {
    const stop = new AbortController();
    running.current = stop;
    setIsBusy(true);
    setProblem("");
    setMessages((list = []) => [...list, { role: "user", content }, { role: "assistant", content: "", isLive: true }]);
    try {
      const sources = await ask(content, (text) => grow((last) => ({ content: last.content + text })), stop.signal);
      grow(() => ({ sources, isLive: false }));
    } catch (error) {
      // Keep a partial answer; drop an empty one.
      grow(({ content }) => (content ? { isLive: false } : undefined));
      if (!stop.signal.aborted) setProblem(messageOf(error));
    }
    running.current = null;
    setIsBusy(false);
  };
  const clear = async () => {
    try {
      await clearConversation();
      setMessages([]);
      setProblem("");
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return { messages, problem, isBusy, say, clear, stop: () => running.current?.abort() };
}

const iconButton =
  "grid size-8 place-items-center rounded-md text-muted-foreground hover:bg-muted hover:text-foreground disabled:opacity-40";

/** @param {{ canStartOver: boolean, onStartOver: () => Promise<void>, onClose: () => void }} props */
function Header({ canStartOver, onStartOver, onClose }) {
  return (
    <header className="flex items-center gap-1 border-b border-border py-2 pl-4 pr-2">
      <h2 className="min-w-0 flex-1 truncate font-semibold">{config.appName}</h2>
      <button
        type="button"
        className={iconButton}
        aria-label="Start over"
        title="Start over"
        disabled={!canStartOver}
        onClick={() => void onStartOver()}
      >
        <RotateCcw className="size-4" aria-hidden />
      </button>
      <button type="button" className={iconButton} aria-label="Close" title="Close" onClick={onClose}>
        <X className="size-4" aria-hidden />
      </button>
    </header>
  );
}

/**
 * @param {object} props
 * @param {import("react").RefObject<HTMLTextAreaElement | null>} props.input
 * @param {string} props.draft
 * @param {(draft: string) => void} props.onDraft
 * @param {boolean} props.isBusy an answer is being written: it can be stopped
 * @param {(content: string) => void} props.onSend
 * @param {() => void} props.onStop
 */
function AskForm({ input, draft, onDraft, isBusy, onSend, onStop }) {
  return (
    <form
      className="flex items-end gap-2 border-t border-border p-2"
      onSubmit={(event) => {
        event.preventDefault();
        onSend(draft);
      }}
    >
      <textarea
        ref={input}
        value={draft}
        rows={1}
        maxLength={2000}
        aria-label="Your question"
        placeholder="Ask a question"
        onChange={(event) => onDraft(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          onSend(draft);
        }}
        className="max-h-32 min-h-9 flex-1 resize-none rounded-lg border border-input bg-background px-3 py-1.5 text-foreground [field-sizing:content]"
      />
      {isBusy ? (
        <button
          type="button"
          aria-label="Stop"
          onClick={onStop}
          className="grid size-9 shrink-0 place-items-center rounded-lg bg-muted text-foreground"
        >
          <Square className="size-3.5 fill-current" aria-hidden />
        </button>
      ) : (
        <button
          type="submit"
          aria-label="Send"
          disabled={draft.trim() === ""}
          className="grid size-9 shrink-0 place-items-center rounded-lg bg-primary text-primary-foreground disabled:opacity-40"
        >
          <ArrowUp className="size-4" aria-hidden />
        </button>
      )}
    </form>
  );
}

/**
 * The app's assistant: a button that opens a conversation about the app's data.
 * @param {{ view: AssistantView }} props
 */
export default function Assistant({ view }) {
  const [isOpen, setIsOpen] = useState(false);
  const [draft, setDraft] = useState("");
  const { messages, problem, isBusy, say, clear, stop } = useConversation(isOpen);
  const opener = useRef(/** @type {HTMLButtonElement | null} */ (null));
  const input = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  const end = useRef(/** @type {HTMLDivElement | null} */ (null));
  const shown = `${isOpen} ${messages?.reduce((sum, { content }) => sum + content.length + 1, 0)} ${messages?.at(-1)?.sources?.length} ${problem}`;
  const seen = useRef(shown);
  useEffect(() => {
    // Typing must not scroll what is being read.
    if (seen.current !== shown) end.current?.scrollIntoView({ block: "end" });
    seen.current = shown;
  });
  useEffect(() => {
    if (isOpen) input.current?.focus();
  }, [isOpen]);

  const startOver = async () => {
    // Move the focus from the button to the input.
    input.current?.focus();
    await clear();
  };
  const close = () => {
    setIsOpen(false);
    window.requestAnimationFrame(() => opener.current?.focus());
  };
  /** @param {string} content */
  const send = (content) => {
    if (isBusy || content.trim() === "") return;
    setDraft("");
    void say(content.trim());
    input.current?.focus();
  };

  if (!isOpen)
    return (
      <button
        ref={opener}
        type="button"
        aria-label="Ask the assistant"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className="fixed bottom-4 right-4 z-40 grid size-12 place-items-center rounded-full bg-primary text-primary-foreground shadow-lg transition-transform hover:scale-105 motion-reduce:transition-none"
      >
        <MessageCircle className="size-5" aria-hidden />
      </button>
    );
  const isNew = messages?.length === 0;
  return (
    <section
      role="dialog"
      aria-label={`Assistant of ${config.appName}`}
      onKeyDown={(event) => event.key === "Escape" && close()}
      className="fixed bottom-2 left-2 right-2 z-40 flex h-[min(560px,calc(100dvh-16px))] flex-col overflow-hidden rounded-2xl border border-border bg-card text-sm leading-normal text-card-foreground shadow-2xl sm:bottom-4 sm:left-auto sm:right-4 sm:w-[380px]"
    >
      <Header canStartOver={!isBusy && messages !== undefined && !isNew} onStartOver={startOver} onClose={close} />
      <div role="log" aria-live="polite" aria-busy={isBusy} className="flex flex-1 flex-col gap-2 overflow-y-auto p-3">
        {!messages && (
          <div
            className="h-16 w-3/4 animate-pulse rounded-2xl bg-muted motion-reduce:animate-none"
            aria-label="Loading"
          />
        )}
        {isNew && (
          <p className="px-1 py-2 text-muted-foreground">
            {view.welcomeMessage ||
              "Ask about anything in this app that you may see. Answers quote what they are taken from."}
          </p>
        )}
        {isNew &&
          view.examples.map((example) => (
            <button
              key={example}
              type="button"
              onClick={() => send(example)}
              className="self-start rounded-full border border-border px-3 py-1.5 text-left hover:bg-muted"
            >
              {example}
            </button>
          ))}
        {messages?.map((message, index) => (
          <Message key={message.id ?? index} {...message} />
        ))}
        {problem && (
          <p role="alert" className="px-1 text-destructive">
            {problem}
          </p>
        )}
        <div ref={end} />
      </div>
      <AskForm input={input} draft={draft} onDraft={setDraft} isBusy={isBusy} onSend={send} onStop={stop} />
    </section>
  );
}
