/** A page in a smoke run has no sockets. */
export default function WebSocket() {}
export const WebSocketServer = WebSocket;
