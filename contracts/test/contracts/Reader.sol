// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// Answers many questions in one call.
contract Reader {
    struct Question {
        address target;
        bytes data;
    }

    function read(Question[] calldata questions) external view returns (uint256[] memory words) {
        words = new uint256[](questions.length);
        for (uint256 i; i < questions.length; ++i) {
            (bool ok, bytes memory answer) = questions[i].target.staticcall(questions[i].data);
            require(ok);
            words[i] = abi.decode(answer, (uint256));
        }
    }

    function nativeOf(address account) external view returns (uint256) {
        return account.balance;
    }
}
