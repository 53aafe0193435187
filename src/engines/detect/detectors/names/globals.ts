import "server-only";

/** Browser globals besides those of the language and those that Node shares. */
const browser =
  `window document navigator location history screen localStorage sessionStorage indexedDB alert confirm prompt open close print focus blur
scroll scrollTo scrollBy requestAnimationFrame cancelAnimationFrame requestIdleCallback cancelIdleCallback getComputedStyle matchMedia innerWidth innerHeight
outerWidth outerHeight devicePixelRatio scrollX scrollY pageXOffset pageYOffset addEventListener removeEventListener dispatchEvent postMessage parent top self
frames opener origin customElements visualViewport getSelection speechSynthesis SpeechSynthesisUtterance webkitSpeechRecognition SpeechRecognition
Image Audio Option FileReader FileList XMLHttpRequest WebSocket EventSource Worker SharedWorker Notification IntersectionObserver ResizeObserver
MutationObserver PerformanceObserver DOMParser XMLSerializer DOMRect DOMMatrix DOMPoint Node NodeList NodeFilter Element HTMLElement HTMLInputElement HTMLTextAreaElement
HTMLSelectElement HTMLButtonElement HTMLFormElement HTMLAnchorElement HTMLImageElement HTMLVideoElement HTMLAudioElement HTMLCanvasElement HTMLDivElement
HTMLIFrameElement HTMLCollection SVGElement SVGSVGElement Document DocumentFragment ShadowRoot Text Range Selection Window Location History Navigator Storage
Event CustomEvent MouseEvent KeyboardEvent TouchEvent PointerEvent DragEvent ClipboardEvent FocusEvent InputEvent WheelEvent SubmitEvent StorageEvent PopStateEvent
HashChangeEvent MessageEvent ErrorEvent ProgressEvent AnimationEvent TransitionEvent DataTransfer ClipboardItem CanvasRenderingContext2D OffscreenCanvas ImageData
ImageBitmap createImageBitmap Path2D AudioContext webkitAudioContext OscillatorNode MediaRecorder MediaStream MediaSource RTCPeerConnection Animation CSS CSSStyleSheet
reportError isSecureContext caches Cache ServiceWorker Geolocation TouchList Touch FontFace ViewTransition EyeDropper BarcodeDetector PaymentRequest event name length
status arguments undefined NaN Infinity globalThis console`.split(/\s+/);

/** Globals of functions: Deno's `serve` and `env`, and Node's. A browser has none of them. */
const server = [
  "Deno",
  "process",
  "Buffer",
  "require",
  "module",
  "exports",
  "__dirname",
  "__filename",
  "global",
  "setImmediate",
  "clearImmediate",
];

const shared = Object.getOwnPropertyNames(globalThis).filter((name) => !server.includes(name));

export const serverNames: ReadonlySet<string> = new Set([...shared, ...browser, ...server]);
/** Of `process`, the bundler replaces NODE_ENV only. */
export const clientNames: ReadonlySet<string> = new Set([...shared, ...browser, "process"]);
