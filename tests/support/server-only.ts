// Replaces the package, which throws outside of Next.
export default undefined;
