export * from "./account";
export * from "./app";
export * from "./chat";
export * from "./deployment";
export * from "./entity";
export * from "./secret";
export * from "./version";
